namespace Mongoose.Network.Links.Monitors;

/// <summary>What happened on a link in one interval of time; all bytes are those on the wire.</summary>
public sealed class LinkInterval
{
    /// <summary>Of packets whose last bit left in it.</summary>
    public long TransmittedBytes { get; internal set; }

    /// <summary>Packets that the queue dropped.</summary>
    public long Drops { get; internal set; }

    /// <summary>In the queue, over time.</summary>
    public double MeanQueuedBytes { get; internal set; }

    /// <summary>In the queue for any length of time.</summary>
    public long MostQueuedBytes { get; internal set; }
}
