using System.Globalization;

namespace Mongoose.Core.Units;

/// <summary>
/// A span of time in whole nanoseconds (±292 years). <see cref="TimeSpan"/> has a resolution of 100 ns, which is coarser than one byte on a
/// 100 Mbit/s link. The arithmetic saturates instead of wrapping, because clocks may step by any amount.
/// </summary>
public readonly record struct Duration(long Nanoseconds) : IComparable<Duration>
{
    public static readonly Duration Zero = new(0);
    public static readonly Duration MaxValue = new(long.MaxValue);

    public double Microseconds => Nanoseconds / 1e3;
    public double Milliseconds => Nanoseconds / 1e6;
    public double Seconds => Nanoseconds / 1e9;

    public static Duration FromMicroseconds(double value) => FromNanoseconds(value * 1e3);
    public static Duration FromMilliseconds(double value) => FromNanoseconds(value * 1e6);
    public static Duration FromSeconds(double value) => FromNanoseconds(value * 1e9);

    /// <summary>Rounds to the nearest nanosecond. Values beyond the range saturate; NaN becomes zero.</summary>
    public static Duration FromNanoseconds(double value) => new(Saturating.ToInt64(value));

    public static Duration Min(Duration a, Duration b) => a < b ? a : b;
    public static Duration Max(Duration a, Duration b) => a > b ? a : b;
    public static Duration Clamp(Duration value, Duration min, Duration max) => Max(min, Min(value, max));

    public static Duration operator +(Duration a, Duration b) => new(Saturating.Add(a.Nanoseconds, b.Nanoseconds));
    public static Duration operator -(Duration a, Duration b) => new(Saturating.Subtract(a.Nanoseconds, b.Nanoseconds));
    public static Duration operator *(Duration a, double factor) => FromNanoseconds(a.Nanoseconds * factor);
    public static Duration operator /(Duration a, double divisor) => FromNanoseconds(a.Nanoseconds / divisor);
    public static double operator /(Duration a, Duration b) => (double)a.Nanoseconds / b.Nanoseconds;
    public static bool operator <(Duration a, Duration b) => a.Nanoseconds < b.Nanoseconds;
    public static bool operator >(Duration a, Duration b) => a.Nanoseconds > b.Nanoseconds;
    public static bool operator <=(Duration a, Duration b) => a.Nanoseconds <= b.Nanoseconds;
    public static bool operator >=(Duration a, Duration b) => a.Nanoseconds >= b.Nanoseconds;

    public int CompareTo(Duration other) => Nanoseconds.CompareTo(other.Nanoseconds);

    /// <summary>The duration without its sign.</summary>
    public Duration Absolute => this < Zero ? Zero - this : this;

    public override string ToString() => Math.Abs(Seconds) >= 1
        ? Seconds.ToString("0.### s", CultureInfo.InvariantCulture)
        : Milliseconds.ToString("0.### ms", CultureInfo.InvariantCulture);
}
