using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>
/// RTCP's format of time (RFC 3550 section 4), since the clock's own origin instead of 1900: receivers only compare such times with each
/// other.
/// </summary>
public static class NtpClock
{
    /// <summary>A time in 2^-32 s.</summary>
    public static ulong TimeOf(Instant now) => (ulong)MediaClock.TicksIn(now - Instant.Zero, 1L << 32);

    /// <summary>The middle 32 bits of such a time, in 2^-16 s, as in report blocks; it wraps.</summary>
    public static uint MiddleOf(ulong time) => unchecked((uint)(time >> 16));
}
