namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>Selects the packets that a path loses regardless of its load. The ratio may change during a run.</summary>
internal sealed class LossPattern(double ratio, bool isRandom, int seed)
{
    private readonly Random _random = new(seed);
    // The seed determines the phase of a deterministic pattern.
    private double _owed = new Random(seed).NextDouble();

    public double Ratio { get; set; } = ratio;

    public bool LosesNext()
    {
        if (isRandom)
            return _random.NextDouble() < Ratio;
        _owed += Ratio;
        if (_owed < 1)
            return false;
        _owed -= 1;
        return true;
    }
}
