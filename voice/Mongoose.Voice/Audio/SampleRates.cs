using Mongoose.Core.Units;

namespace Mongoose.Voice.Audio;

/// <summary>The sample rates of a mixer. At each of them, a frame of 10 ms has whole samples.</summary>
internal static class SampleRates
{
    private const string Texts = "8, 16, 24 and 48 kHz";

    public static bool IsKnown(int rate) => rate is 8000 or 16_000 or 24_000 or 48_000;

    /// <summary>Samples in a time.</summary>
    public static int SamplesIn(Duration time, int rate) => (int)Math.Round(time.Seconds * rate);

    /// <exception cref="ArgumentOutOfRangeException">Not one of the rates.</exception>
    internal static int Checked(int rate) =>
        IsKnown(rate) ? rate : throw new ArgumentOutOfRangeException(nameof(rate), $"{rate} samples per second; allowed are {Texts}");
}
