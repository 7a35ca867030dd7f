using System.Globalization;

namespace Mongoose.Core.Units;

/// <summary>
/// A data rate in whole bits per second, 0 to <see cref="MaxValue"/>. Every factory method names its unit: OpenSim's buckets count bytes,
/// AgentThrottle carries bits, and the kbit of viewers is 1024 bit, so a bare number invites bugs.
/// </summary>
public readonly record struct DataRate : IComparable<DataRate>
{
    /// <summary>The kbit of viewers, in bits (llviewerthrottle multiplies by it on load and on send).</summary>
    public const int BitsPerViewerKilobit = 1024;

    public static readonly DataRate Zero = default;

    /// <summary>100 Gbit/s, more than any circuit.</summary>
    public static readonly DataRate MaxValue = new(100_000_000_000);

    private DataRate(long bitsPerSecond) => BitsPerSecond = bitsPerSecond;

    public long BitsPerSecond { get; }
    public double BytesPerSecond => BitsPerSecond / 8.0;
    public double KilobitsPerSecond => BitsPerSecond / 1e3;
    public double MegabitsPerSecond => BitsPerSecond / 1e6;
    public double ViewerKilobitsPerSecond => BitsPerSecond / (double)BitsPerViewerKilobit;

    /// <summary>Rounded to a whole bit per second and clamped to [0, <see cref="MaxValue"/>]; NaN is zero.</summary>
    public static DataRate FromBitsPerSecond(double value) =>
        new(Math.Clamp(Saturating.ToInt64(value), 0, MaxValue.BitsPerSecond));

    /// <inheritdoc cref="FromBitsPerSecond"/>
    public static DataRate FromBytesPerSecond(double value) => FromBitsPerSecond(value * 8);

    /// <summary>In kbit/s of 1000 bit/s. <inheritdoc cref="FromBitsPerSecond"/></summary>
    public static DataRate FromKilobitsPerSecond(double value) => FromBitsPerSecond(value * 1e3);

    /// <inheritdoc cref="FromBitsPerSecond"/>
    public static DataRate FromMegabitsPerSecond(double value) => FromBitsPerSecond(value * 1e6);

    /// <summary>In kbit/s of 1024 bit/s, as viewers count. <inheritdoc cref="FromBitsPerSecond"/></summary>
    public static DataRate FromViewerKilobitsPerSecond(double value) => FromBitsPerSecond(value * BitsPerViewerKilobit);

    /// <summary>The mean rate of <paramref name="bytes"/> over <paramref name="time"/>; zero if the time is not positive.</summary>
    public static DataRate Of(long bytes, Duration time) =>
        time <= Duration.Zero ? Zero : FromBitsPerSecond(bytes * 8.0 / time.Seconds);

    /// <summary>The time to send <paramref name="bytes"/> at this rate, rounded up; <see cref="Duration.MaxValue"/> at rate zero.</summary>
    public Duration TimeToSend(long bytes)
    {
        if (BitsPerSecond == 0)
            return Duration.MaxValue;
        Int128 nanoseconds = ((Int128)bytes * 8_000_000_000 + BitsPerSecond - 1) / BitsPerSecond;
        return nanoseconds >= long.MaxValue ? Duration.MaxValue : new Duration((long)nanoseconds);
    }

    /// <summary>Whole bytes that this rate carries in <paramref name="time"/>, rounded down; zero if the time is not positive.</summary>
    public long BytesIn(Duration time) => time <= Duration.Zero
        ? 0
        : (long)Int128.Min((Int128)BitsPerSecond * time.Nanoseconds / 8_000_000_000, long.MaxValue);

    public static DataRate Min(DataRate a, DataRate b) => a < b ? a : b;
    public static DataRate Max(DataRate a, DataRate b) => a > b ? a : b;

    public static DataRate operator +(DataRate a, DataRate b) => FromBitsPerSecond((double)a.BitsPerSecond + b.BitsPerSecond);
    public static DataRate operator *(DataRate a, double factor) => FromBitsPerSecond(a.BitsPerSecond * factor);
    public static double operator /(DataRate a, DataRate b) => (double)a.BitsPerSecond / b.BitsPerSecond;
    public static bool operator <(DataRate a, DataRate b) => a.BitsPerSecond < b.BitsPerSecond;
    public static bool operator >(DataRate a, DataRate b) => a.BitsPerSecond > b.BitsPerSecond;
    public static bool operator <=(DataRate a, DataRate b) => a.BitsPerSecond <= b.BitsPerSecond;
    public static bool operator >=(DataRate a, DataRate b) => a.BitsPerSecond >= b.BitsPerSecond;

    public int CompareTo(DataRate other) => BitsPerSecond.CompareTo(other.BitsPerSecond);

    public override string ToString() => BitsPerSecond >= 1_000_000
        ? MegabitsPerSecond.ToString("0.### Mbit/s", CultureInfo.InvariantCulture)
        : KilobitsPerSecond.ToString("0.### kbit/s", CultureInfo.InvariantCulture);
}
