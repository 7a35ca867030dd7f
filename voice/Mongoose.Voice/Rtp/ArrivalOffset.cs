using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>The arrival time offset of RFC 8888 section 3.1: 13 bits, the time from an arrival to the report in 1/1024 s.</summary>
internal static class ArrivalOffset
{
    private const int Mask = 0x1fff, TooLong = 0x1ffe, Unknown = 0x1fff, PerSecond = 1024;
    private const long Nanoseconds = 1_000_000_000;

    /// <summary>The value of a time that is too long for the format, just below 8 s.</summary>
    public static readonly Duration Max = new(TooLong * Nanoseconds / PerSecond);

    /// <summary>An unknown time is read as zero.</summary>
    internal static Duration Read(int metric)
    {
        int offset = metric & Mask;
        return offset == Unknown ? Duration.Zero : new Duration(offset * Nanoseconds / PerSecond);
    }

    /// <summary>Rounded to the nearest; a negative time is an arrival after the report, which is unknown.</summary>
    internal static int Of(Duration held)
    {
        if (held < Duration.Zero)
            return Unknown;
        return held >= Max ? TooLong : (int)Math.Min((held.Nanoseconds * PerSecond + Nanoseconds / 2) / Nanoseconds, TooLong);
    }
}
