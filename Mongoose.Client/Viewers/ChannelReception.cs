namespace Mongoose.Client.Viewers;

/// <summary>What a viewer has received of one channel.</summary>
public sealed class ChannelReception
{
    private long _numbersSeen;
    private long _highestNumber = -1;

    public long Packets { get; private set; }

    /// <summary>UDP payload, resends included.</summary>
    public long Bytes { get; private set; }

    /// <summary>Packets that came only when they were sent again.</summary>
    public long Resent { get; private set; }

    /// <summary>Packets that have not come, though later ones of the channel have. Known only of a region that stamps its packets.</summary>
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
