using Mongoose.Core.Units;

namespace Mongoose.TestKit.Measuring;

/// <summary>The largest amount sent in any window of a length: a mean over a whole run would hide a burst.</summary>
internal static class BusiestWindow
{
    /// <summary>The bytes of the busiest second.</summary>
    public static long Second(IEnumerable<(Instant At, int Bytes)> sent) => Bytes(sent, Duration.FromSeconds(1));

    /// <summary>The bytes of the busiest window.</summary>
    /// <param name="sent">Packets in the order in which they were sent.</param>
    /// <param name="window">The window's length; its end does not belong to it.</param>
    public static long Bytes(IEnumerable<(Instant At, int Bytes)> sent, Duration window)
    {
        Queue<(Instant At, int Bytes)> within = new();
        (long bytes, long max) = (0, 0);
        foreach ((Instant At, int Bytes) packet in sent)
        {
            while (within.TryPeek(out (Instant At, int Bytes) oldest) && packet.At - oldest.At >= window)
                bytes -= within.Dequeue().Bytes;
            within.Enqueue(packet);
            bytes += packet.Bytes;
            max = Math.Max(max, bytes);
        }
        return max;
    }
}
