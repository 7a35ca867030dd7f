using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>Converts times to ticks of a clock.</summary>
internal static class MediaClock
{
    private const long Nanoseconds = 1_000_000_000;

    /// <summary>Ticks since the origin of time, modulo 2^32.</summary>
    public static uint Ticks(Instant time, int rate) => (uint)TicksIn(time - Instant.Zero, rate);

    /// <summary>Whole ticks, rounded towards zero.</summary>
    public static long TicksIn(Duration time, long rate)
    {
        (long seconds, long rest) = Math.DivRem(time.Nanoseconds, Nanoseconds);
        return seconds * rate + rest * rate / Nanoseconds;
    }
}
