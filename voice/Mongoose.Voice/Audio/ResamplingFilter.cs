using System.Numerics;

namespace Mongoose.Voice.Audio;

/// <summary>
/// A windowed sinc in phases. Between two rates whose ratio is p/q in lowest terms there are p places of an output sample between two of
/// the input; each has its own weights. The sinc is zero at 14 samples of the lower rate, where it ends; with a Kaiser window the rest is
/// 70 dB down.
/// </summary>
internal sealed class ResamplingFilter
{
    /// <summary>
    /// Samples of the lower rate on each side: a width of transition of 0.16 of that rate, and a delay of whole samples at all rates.
    /// </summary>
    public const int HalfLength = 14;

    /// <summary>
    /// The Kaiser window's beta (Oppenheim and Schafer, Discrete-Time Signal Processing, section 7.6): 0.1102 (A - 8.7) for A = 70 dB.
    /// </summary>
    private const double Beta = 6.755;

    private readonly float[] _weights;

    public ResamplingFilter(int from, int to)
    {
        int divisor = (int)BigInteger.GreatestCommonDivisor(from, to), lower = Math.Min(from, to);
        (Phases, InputStep, Delay) = (to / divisor, from / divisor, HalfLength * to / lower);
        int half = HalfLength * from / lower;
        Length = (2 * half + Vector<float>.Count - 1) / Vector<float>.Count * Vector<float>.Count;
        _weights = new float[Phases * Length];
        for (int phase = 0; phase < Phases; phase++)
            Fill(_weights.AsSpan(phase * Length, Length), half, (double)phase / Phases, (double)lower / from);
    }

    /// <summary>Places of an output sample between two of the input.</summary>
    public int Phases { get; }

    /// <summary>Phases from one output sample to the next; <see cref="Phases"/> of them are one input sample.</summary>
    public int InputStep { get; }

    /// <summary>Samples of the output.</summary>
    public int Delay { get; }

    /// <summary>Input samples of an output sample: a whole number of vectors.</summary>
    public int Length { get; }

    /// <summary>The weights of the input samples, the newest last.</summary>
    public ReadOnlySpan<float> Phase(int phase) => _weights.AsSpan(phase * Length, Length);

    /// <summary>Weights whose sum is 1, so that a constant has no ripple.</summary>
    private static void Fill(Span<float> weights, int half, double phase, double lowerPerInput)
    {
        double sum = 0;
        for (int age = 0; age < 2 * half; age++)
            sum += Weight(age + phase - half, half, lowerPerInput);
        for (int age = 0; age < 2 * half; age++)
            weights[^(age + 1)] = (float)(Weight(age + phase - half, half, lowerPerInput) / sum);
    }

    /// <summary>The windowed sinc at a time in input samples.</summary>
    private static double Weight(double time, int half, double lowerPerInput)
    {
        double place = time / half, angle = Math.PI * time * lowerPerInput;
        return (angle == 0 ? 1 : Math.Sin(angle) / angle) * Bessel(Beta * Math.Sqrt(1 - place * place));
    }

    /// <summary>The modified Bessel function of order 0, by its power series.</summary>
    private static double Bessel(double x)
    {
        (double sum, double term) = (1, 1);
        for (int k = 1; term > 1e-12 * sum; k++)
            sum += term *= x * x / (4.0 * k * k);
        return sum;
    }
}
