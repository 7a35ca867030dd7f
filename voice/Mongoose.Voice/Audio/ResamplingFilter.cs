using System.Numerics;

namespace Mongoose.Voice.Audio;

/// <summary>
/// The weights of a polyphase resampler. If the ratio of the output rate to the input rate is p/q in lowest terms, an output sample can lie
/// at p positions (phases) between two input samples; each phase has its own weights. They are samples of a sinc with a Kaiser window,
/// which ends at a zero of the sinc and attenuates the stop band by 70 dB.
/// </summary>
internal sealed class ResamplingFilter
{
    /// <summary>
    /// Samples of the lower rate on each side. The transition band is 0.16 of that rate wide, and the delay is whole samples at both rates.
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
        (Phases, PhaseStep) = (to / divisor, from / divisor);
        int half = HalfLength * from / lower;
        Length = (2 * half + Vector<float>.Count - 1) / Vector<float>.Count * Vector<float>.Count;
        _weights = new float[Phases * Length];
        for (int phase = 0; phase < Phases; phase++)
            Fill(_weights.AsSpan(phase * Length, Length), half, (double)phase / Phases, (double)lower / from);
    }

    /// <summary>The number of positions that an output sample can have between two input samples.</summary>
    public int Phases { get; }

    /// <summary>The number of phases from one output sample to the next; an input sample has <see cref="Phases"/> phases.</summary>
    public int PhaseStep { get; }

    /// <summary>The number of input samples from which an output sample is computed: a whole number of vectors.</summary>
    public int Length { get; }

    /// <summary>The weights of the input samples, the newest last.</summary>
    public ReadOnlySpan<float> Phase(int phase) => _weights.AsSpan(phase * Length, Length);

    /// <summary>Fills in the weights of a phase. Their sum is 1, so that a constant input gives a constant output.</summary>
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
        double position = time / half, angle = Math.PI * time * lowerPerInput;
        return (angle == 0 ? 1 : Math.Sin(angle) / angle) * Bessel(Beta * Math.Sqrt(1 - position * position));
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
