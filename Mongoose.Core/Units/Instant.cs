using System.Globalization;

namespace Mongoose.Core.Units;

/// <summary>
/// A point in time, in nanoseconds since an origin that the clock's owner chooses. Mongoose.Core never reads a clock: every timed operation
/// takes an <see cref="Instant"/>.
/// </summary>
public readonly record struct Instant(long Nanoseconds) : IComparable<Instant>
{
    public static readonly Instant Zero = new(0);

    /// <summary>Earlier than every event, even after times are added to it or subtracted from it; means "not yet".</summary>
    public static readonly Instant LongAgo = new(long.MinValue / 2);

    /// <summary>Later than every event; means "no deadline".</summary>
    public static readonly Instant Never = new(long.MaxValue);

    public double Seconds => Nanoseconds / 1e9;
    public double Milliseconds => Nanoseconds / 1e6;

    public static Instant FromSeconds(double value) => new(Saturating.ToInt64(value * 1e9));
    public static Instant FromMilliseconds(double value) => new(Saturating.ToInt64(value * 1e6));

    public static Instant Min(Instant a, Instant b) => a < b ? a : b;
    public static Instant Max(Instant a, Instant b) => a > b ? a : b;

    public static Instant operator +(Instant a, Duration b) => new(Saturating.Add(a.Nanoseconds, b.Nanoseconds));
    public static Instant operator -(Instant a, Duration b) => new(Saturating.Subtract(a.Nanoseconds, b.Nanoseconds));
    public static Duration operator -(Instant a, Instant b) => new(Saturating.Subtract(a.Nanoseconds, b.Nanoseconds));
    public static bool operator <(Instant a, Instant b) => a.Nanoseconds < b.Nanoseconds;
    public static bool operator >(Instant a, Instant b) => a.Nanoseconds > b.Nanoseconds;
    public static bool operator <=(Instant a, Instant b) => a.Nanoseconds <= b.Nanoseconds;
    public static bool operator >=(Instant a, Instant b) => a.Nanoseconds >= b.Nanoseconds;

    public int CompareTo(Instant other) => Nanoseconds.CompareTo(other.Nanoseconds);

    public override string ToString() =>
        this == Never ? "never" : Seconds.ToString("0.000000 s", CultureInfo.InvariantCulture);
}
