using System.Runtime.CompilerServices;

namespace Mongoose.Core.Sending;

/// <summary>A count or a time for each limit, <see cref="LimitedBy.Nothing"/> included. A value type: copies do not share state.</summary>
[InlineArray((int)Last + 1)]
public struct LimitCounts
{
    /// <summary>The last of the limits.</summary>
    public const LimitedBy Last = LimitedBy.Host;

    private long _first;

    /// <summary>Counts once more, or several times.</summary>
    public void Add(LimitedBy limit, long count = 1) => this[(int)limit] += count;

    public readonly long Of(LimitedBy limit) => this[(int)limit];

    /// <summary>All counts.</summary>
    public readonly long Sum
    {
        get
        {
            long sum = 0;
            foreach (long count in this)
                sum += count;
            return sum;
        }
    }

    /// <summary>The part, 0 to 1, of all counts that are of one limit; 0 without counts.</summary>
    public readonly double Part(LimitedBy limit) => Sum == 0 ? 0 : (double)Of(limit) / Sum;

    public static LimitCounts operator +(in LimitCounts a, in LimitCounts b)
    {
        LimitCounts sum = a;
        for (int i = 0; i <= (int)Last; i++)
            sum[i] += b[i];
        return sum;
    }

    public static LimitCounts operator -(in LimitCounts a, in LimitCounts b)
    {
        LimitCounts difference = a;
        for (int i = 0; i <= (int)Last; i++)
            difference[i] -= b[i];
        return difference;
    }
}
