using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Loss;

/// <summary>Feeds a tracker, by default with one packet per millisecond.</summary>
internal sealed class Packets
{
    private Instant _now = Instant.FromSeconds(1);

    public SequenceTracker Tracker { get; } = new();

    /// <summary>The verdict on the last packet.</summary>
    public PacketVerdict Receive(params uint[] sequences)
    {
        PacketVerdict last = default;
        foreach (uint sequence in sequences)
            last = Feed(sequence, isResent: false);
        return last;
    }

    public PacketVerdict ReceiveAt(double seconds, uint sequence)
    {
        _now = Instant.FromSeconds(seconds);
        return Tracker.OnPacket(sequence, isResent: false, _now);
    }

    public PacketVerdict Resend(uint sequence) => Feed(sequence, isResent: true);

    private PacketVerdict Feed(uint sequence, bool isResent)
    {
        _now += Duration.FromMilliseconds(1);
        return Tracker.OnPacket(sequence, isResent, _now);
    }
}
