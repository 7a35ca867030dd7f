using System.Numerics;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Audio;

/// <summary>
/// Converts one channel between 8, 16, 24 and 48 kHz. With equal rates it copies. The filter (<see cref="ResamplingFilter"/>) passes
/// frequencies below 0.42 of the lower rate and removes those above 0.58 of it; its phase is linear.
/// </summary>
/// <param name="from">Samples per second of the input.</param>
/// <param name="to">Samples per second of the output.</param>
public sealed class Resampler(int from, int to)
{
    /// <summary>The delay between 8 kHz and any other rate.</summary>
    public static readonly Duration MaxDelay = DelayOf(8000, 48_000);

    private readonly ResamplingFilter? _filter = SampleRates.Checked(from) == SampleRates.Checked(to) ? null
        : new ResamplingFilter(from, to);

    /// <summary>The end of the last frame, and a frame.</summary>
    private float[] _input = [];

    /// <summary>The delay of the output: 1.75 ms if the lower rate is 8 kHz, less for higher rates, zero for equal ones.</summary>
    public static Duration DelayOf(int from, int to) =>
        from == to ? Duration.Zero : Duration.FromSeconds((double)ResamplingFilter.HalfLength / Math.Min(from, to));

    /// <summary>Converts a frame; the lengths have the proportion of the rates.</summary>
    /// <exception cref="ArgumentException">The lengths do not match the rates.</exception>
    public void Process(ReadOnlySpan<float> input, Span<float> output)
    {
        if ((long)input.Length * to != (long)output.Length * from)
            throw new ArgumentException($"{input.Length} samples at {from} Hz do not become {output.Length} at {to} Hz");
        if (_filter is null)
            input.CopyTo(output);
        else
            Process(_filter, input, output);
    }

    /// <summary>Clears the samples of earlier frames.</summary>
    public void Reset() => Array.Clear(_input);

    private void Process(ResamplingFilter filter, ReadOnlySpan<float> input, Span<float> output)
    {
        int before = filter.Length - 1;
        if (_input.Length < before + input.Length)
            Array.Resize(ref _input, before + input.Length);
        input.CopyTo(_input.AsSpan(before));
        (int place, int phase) = (0, 0);
        foreach (ref float sample in output)
        {
            sample = Convolve(filter.Phase(phase), _input.AsSpan(place, filter.Length));
            phase += filter.PhaseStep;
            while (phase >= filter.Phases)
                (place, phase) = (place + 1, phase - filter.Phases);
        }
        // A frame ends on the same phase as it began: the lengths have the proportion of the rates.
        _input.AsSpan(input.Length, before).CopyTo(_input);
    }

    private static float Convolve(ReadOnlySpan<float> weights, ReadOnlySpan<float> samples)
    {
        Vector<float> sums = Vector<float>.Zero;
        for (int i = 0; i < weights.Length; i += Vector<float>.Count)
            sums += new Vector<float>(weights[i..]) * new Vector<float>(samples[i..]);
        return Vector.Sum(sums);
    }
}
