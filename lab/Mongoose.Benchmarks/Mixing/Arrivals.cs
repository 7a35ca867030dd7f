using Mongoose.Core.Units;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>Delays and lateness, from the times of sending and of arrival.</summary>
internal static class Arrivals
{
    /// <summary>The delay of each burst that was received, measured from the latest burst sent before it.</summary>
    public static IEnumerable<Duration> Delays(IReadOnlyList<Instant> sent, IReadOnlyList<Instant> heard) =>
        from at in heard
        let before = sent.LastOrDefault(time => time <= at, Instant.Never)
        where before != Instant.Never
        select at - before;

    /// <summary>
    /// The delay of each packet after its ideal arrival: as if packets were sent at even intervals and all were as fast as the fastest.
    /// </summary>
    /// <param name="packets">Sequence numbers and arrival times.</param>
    /// <param name="frame">The interval.</param>
    public static Duration[] Lateness(IReadOnlyList<(ushort Number, Instant At)> packets, Duration frame)
    {
        if (packets.Count == 0)
            return [];
        (ushort last, Instant start) = packets[0];
        long number = 0;
        Duration[] offsets = new Duration[packets.Count];
        for (int i = 0; i < offsets.Length; i++)
        {
            number += unchecked((short)(packets[i].Number - last));
            last = packets[i].Number;
            offsets[i] = packets[i].At - start - frame * number;
        }
        Duration min = offsets.Min();
        return Array.ConvertAll(offsets, offset => offset - min);
    }
}
