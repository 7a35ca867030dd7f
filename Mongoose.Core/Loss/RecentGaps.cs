using System.Runtime.CompilerServices;

namespace Mongoose.Core.Loss;

/// <summary>
/// The last gaps in the numbers of a circuit, in the order of their numbers: first the gaps that count as lost, then the gaps that may
/// still be filled. When a missing packet arrives, <see cref="Fill"/> decrements the gap's count.
/// </summary>
internal struct RecentGaps
{
    /// <summary>More gaps than this within the tolerance are not reordering.</summary>
    public const int Capacity = 32;

    private Ring _gaps;
    private int _count, _next, _waiting;

    /// <summary>Whether a gap may still be filled.</summary>
    public readonly bool IsWaiting => _waiting > 0;

    /// <summary>Whether another gap would replace the oldest that may still be filled.</summary>
    public readonly bool IsFull => _waiting == Capacity;

    /// <summary>The oldest gap that may still be filled, if there is one.</summary>
    public readonly LossGap Oldest => _gaps[(_next - _waiting) & (Capacity - 1)];

    /// <summary>Adds a gap that may still be filled. Its numbers are above those of all other gaps.</summary>
    public void Add(in LossGap gap)
    {
        _gaps[_next] = gap;
        _next = (_next + 1) & (Capacity - 1);
        _count = Math.Min(_count + 1, Capacity);
        _waiting++;
    }

    /// <summary>The oldest gap that may still be filled counts as lost.</summary>
    public void EndWaiting() => _waiting--;

    /// <summary>
    /// Notes that a missing number has arrived in some form. Returns the gap as it was before; its count is zero if the gap is no longer
    /// remembered.
    /// </summary>
    /// <param name="isWaiting">Whether the gap did not yet count as lost.</param>
    public LossGap Fill(long number, out bool isWaiting)
    {
        for (int age = 1; age <= _count; age++)
        {
            ref LossGap gap = ref _gaps[(_next - age) & (Capacity - 1)];
            if (number > gap.Last)
                break;
            if (number < gap.First)
                continue;
            LossGap before = gap;
            isWaiting = age <= _waiting;
            gap = gap with { Count = gap.Count - 1 };
            return before;
        }
        isWaiting = false;
        return default;
    }

    [InlineArray(Capacity)]
    private struct Ring
    {
        private LossGap _first;
    }
}
