namespace Mongoose.Core.Sending;

/// <summary>The limits of a circuit over some time.</summary>
/// <param name="Seconds">Seconds, by what held the circuit back for most of each.</param>
/// <param name="Nanoseconds">The time itself, by what held the circuit back.</param>
public readonly record struct LimitTotals(LimitCounts Seconds, LimitCounts Nanoseconds)
{
    public static LimitTotals operator +(in LimitTotals a, in LimitTotals b) =>
        new(a.Seconds + b.Seconds, a.Nanoseconds + b.Nanoseconds);

    public static LimitTotals operator -(in LimitTotals a, in LimitTotals b) =>
        new(a.Seconds - b.Seconds, a.Nanoseconds - b.Nanoseconds);
}
