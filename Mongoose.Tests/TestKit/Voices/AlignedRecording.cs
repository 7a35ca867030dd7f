using System.Numerics;

namespace Mongoose.TestKit.Voices;

/// <summary>
/// Compares a recording with its source in windows: the lag at which they correlate best says whether samples are missing or repeated,
/// whatever was done to level and quality. A constant lag means that none are.
/// </summary>
/// <param name="Windows">The windows of the source that are loud enough to be compared, in order.</param>
/// <param name="Rate">Samples per second.</param>
/// <param name="MinMatch">Windows that correlate less are missing from the recording, or spoiled.</param>
internal sealed record AlignedRecording(IReadOnlyList<AlignedWindow> Windows, int Rate, double MinMatch)
{
    /// <summary>
    /// The usual <see cref="MinMatch"/>, if no other voice is in the recording. Of n equally loud voices, each correlates by the root of
    /// 1/n.
    /// </summary>
    public const double Matching = 0.6;

    private const double WindowSeconds = 0.1, StepSeconds = 0.05, SearchSeconds = 0.08;

    private AlignedWindow[] Matches => Windows.Where(window => window.Correlation >= MinMatch).ToArray();

    /// <summary>The median lag of windows that were found, in seconds; positive if the recording is later.</summary>
    public double Lag => Matches is { Length: > 0 } found ? found.Select(window => window.Lag).Order()
        .ElementAt(found.Length / 2) / (double)Rate : double.NaN;

    /// <summary>The part of the windows that was found.</summary>
    public double Found => Windows.Count == 0 ? 0 : (double)Matches.Length / Windows.Count;

    /// <summary>Runs of windows that were not found: places where audio is missing or spoiled.</summary>
    public int Gaps =>
        Windows.Where((window, i) => window.Correlation < MinMatch && (i == 0 || Windows[i - 1].Correlation >= MinMatch)).Count();

    /// <summary>Places from which the recording is later: samples were repeated or inserted.</summary>
    public int Repeats => Steps.Count(step => step > Tolerance);

    /// <summary>Places from which the recording is earlier: samples were left out.</summary>
    public int Skips => Steps.Count(step => step < -Tolerance);

    private IEnumerable<int> Steps => Matches.Zip(Matches.Skip(1), (a, b) => b.Lag - a.Lag);

    /// <summary>
    /// Changes of the lag, in samples, that are no repeat or skip: codecs with filters move the best lag by a sample or two.
    /// </summary>
    public int Tolerance { get; init; } = Math.Max(2, Rate / 2000);

    /// <summary>Compares samples of the same rate.</summary>
    public static AlignedRecording Compare(ReadOnlySpan<short> source, ReadOnlySpan<short> recording, int rate, double matching = Matching)
    {
        float[] from = Floats(source), to = Floats(recording);
        int window = (int)(WindowSeconds * rate), step = (int)(StepSeconds * rate), reach = (int)(SearchSeconds * rate);
        double loud = 0.25 * Energy(from, 0, from.Length) / Math.Max(1, from.Length) * window;
        List<AlignedWindow> windows = [];
        int? lag = null;
        for (int at = 0; at + window <= from.Length; at += step)
        {
            if (Energy(from, at, window) < loud || loud == 0)
                continue;
            AlignedWindow found = lag is { } near
                ? Best(from, to, at, window, near - reach, near + reach, rate)
                : Best(from, to, at, window, -at, to.Length - at - window, rate);
            if (found.Correlation >= matching)
                lag = found.Lag;
            windows.Add(found);
        }
        return new AlignedRecording(windows, rate, matching);
    }

    public override string ToString() =>
        $"{Found:P0} of {Windows.Count} windows found, lag {Lag * 1000:0.0} ms, {Gaps} gaps, {Repeats} repeats, {Skips} skips"
        + " (lags "
        + string.Join(", ", LagChanges().Take(20).Select(window => FormattableString.Invariant($"{window.Lag} at {window.Time:0.00} s")))
        + ")";

    private IEnumerable<AlignedWindow> LagChanges() =>
        Matches.Where((window, i) => i == 0 || Math.Abs(window.Lag - Matches[i - 1].Lag) > Tolerance);

    private static AlignedWindow Best(float[] from, float[] to, int at, int window, int first, int last, int rate)
    {
        (int best, double correlation) = (0, 0);
        double own = Energy(from, at, window);
        for (int lag = Math.Max(first, -at); lag <= Math.Min(last, to.Length - at - window); lag++)
        {
            ReadOnlySpan<float> a = from.AsSpan(at, window), b = to.AsSpan(at + lag, window);
            double other = Dot(b, b);
            double value = other > 0 ? Dot(a, b) / Math.Sqrt(own * other) : 0;
            if (value > correlation)
                (best, correlation) = (lag, value);
        }
        return new AlignedWindow((double)at / rate, best, correlation);
    }

    private static double Energy(float[] samples, int at, int length) => Dot(samples.AsSpan(at, length), samples.AsSpan(at, length));

    private static double Dot(ReadOnlySpan<float> a, ReadOnlySpan<float> b)
    {
        float sum = 0;
        int i = 0;
        Vector<float> sums = default;
        for (; i + Vector<float>.Count <= a.Length; i += Vector<float>.Count)
            sums += new Vector<float>(a[i..]) * new Vector<float>(b[i..]);
        for (; i < a.Length; i++)
            sum += a[i] * b[i];
        return sum + Vector.Sum(sums);
    }

    private static float[] Floats(ReadOnlySpan<short> samples)
    {
        float[] floats = new float[samples.Length];
        for (int i = 0; i < floats.Length; i++)
            floats[i] = samples[i];
        return floats;
    }
}

/// <summary>A window of the source.</summary>
/// <param name="Time">Where it begins in the source, in seconds.</param>
/// <param name="Lag">Samples by which it is later in the recording.</param>
/// <param name="Correlation">1 if the recording is the same there, 0 if it has nothing of it.</param>
internal readonly record struct AlignedWindow(double Time, int Lag, double Correlation);
