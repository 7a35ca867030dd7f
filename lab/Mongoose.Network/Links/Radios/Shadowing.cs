using Mongoose.Core.Numerics;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Radios;

/// <summary>
/// Log-normal shadowing over time: a normally distributed process in dB whose autocorrelation decays exponentially (Gudmundson,
/// "Correlation model for shadow fading in mobile radio systems", Electronics Letters 27(23), 1991), here over time instead of distance. It
/// changes in steps.
/// </summary>
internal sealed class Shadowing
{
    private const int StepsPerCorrelation = 10;

    private static readonly double Kept = PortableMath.Exp(-1.0 / StepsPerCorrelation), Fresh = Math.Sqrt(1 - Kept * Kept);

    private readonly SeededRandom _random;
    private readonly double _deviation;
    private readonly long _stepNanoseconds;
    private long _steps;
    private double _value;

    /// <param name="deviation">The standard deviation in dB; 0 draws nothing.</param>
    /// <param name="correlation">The time after which the autocorrelation is 1/e.</param>
    /// <param name="random">A stream of random numbers for this process alone.</param>
    public Shadowing(double deviation, Duration correlation, SeededRandom random)
    {
        (_deviation, _stepNanoseconds, _random) = (deviation, correlation.Nanoseconds / StepsPerCorrelation, random);
        _value = deviation == 0 ? 0 : deviation * Normal();
    }

    /// <summary>The deviation from the mean in dB.</summary>
    /// <param name="time">The time since the start; never before that of the previous call.</param>
    public double At(Duration time)
    {
        if (_deviation == 0)
            return 0;
        for (long steps = time.Nanoseconds / _stepNanoseconds; _steps < steps; _steps++)
            _value = Kept * _value + Fresh * _deviation * Normal();
        return _value;
    }

    /// <summary>Standard normal by Marsaglia's polar method, which needs no function that differs between platforms.</summary>
    private double Normal()
    {
        while (true)
        {
            double x = 2 * _random.NextDouble() - 1, y = 2 * _random.NextDouble() - 1, square = x * x + y * y;
            if (square is > 0 and < 1)
                return x * Math.Sqrt(-2 * PortableMath.Log(square) / square);
        }
    }
}
