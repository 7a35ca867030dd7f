using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>A textbook token bucket, in 128-bit nanobits.</summary>
internal sealed class ModelBucket
{
    public static readonly Int128 PerByte = 8_000_000_000;

    public Int128 Rate { get; private set; }
    public Int128 Burst { get; private set; }
    public Int128 Tokens { get; private set; }

    public void Set(DataRate rate, int burstBytes)
    {
        // Whole bytes beyond the burst stay and shrink with the rate.
        Int128 saved = Int128.Max(0, Tokens - Burst) / PerByte;
        if (rate.BitsPerSecond < Rate)
            saved = (Int128)((double)saved * (rate.BitsPerSecond / (double)Rate));
        Rate = rate.BitsPerSecond;
        Burst = burstBytes * PerByte;
        Tokens = Int128.Min(Tokens, Burst + saved * PerByte);
    }

    public void Fill() => Tokens = Burst;

    public void Earn(long nanoseconds, bool beyondBurst)
    {
        if (nanoseconds <= 0 || Rate == 0)
            return;
        Tokens += Rate * nanoseconds;
        if (!beyondBurst)
            Tokens = Int128.Min(Tokens, Burst);
    }

    public bool Covers(int bytes) => Tokens >= Int128.Min(bytes * PerByte, Burst);

    public void Pay(int bytes) => Tokens -= bytes * PerByte;

    /// <summary>Nanoseconds from now until a packet is covered.</summary>
    public Int128 Until(int bytes)
    {
        Int128 missing = Int128.Min(bytes * PerByte, Burst) - Tokens;
        return missing <= 0 ? 0 : Rate == 0 ? long.MaxValue : (missing + Rate - 1) / Rate;
    }
}
