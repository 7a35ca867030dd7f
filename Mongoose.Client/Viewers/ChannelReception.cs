namespace Mongoose.Client.Viewers;

/// <summary>A viewer's reception on one channel.</summary>
public sealed class ChannelReception
{
    private long _numbersSeen;
    private long _highestNumber = -1;

    public long Packets { get; private set; }

    /// <summary>UDP payload, resends included.</summary>
    public long Bytes { get; private set; }

    /// <summary>Packets of which only a resend arrived.</summary>
    public long Resent { get; private set; }

    /// <summary>
    /// Packets that have not arrived although later packets of the channel have. Known only if the region stamps its packets.
    /// </summary>
    public long Missing => _highestNumber + 1 - _numbersSeen;

    internal void Count(in Arrival arrival, PayloadStamp? stamp)
    {
        Packets++;
        Bytes += arrival.Bytes;
        if (arrival.Resent)
            Resent++;
        if (stamp is { } known)
        {
            _numbersSeen++;
            _highestNumber = Math.Max(_highestNumber, known.Number);
        }
    }
}
