using Mongoose.Core.Channels;
using Mongoose.Core.Loss;

namespace Mongoose.Client.Sessions;

/// <summary>A session's counters since its start, over all its circuits.</summary>
internal struct SessionCounters
{
    private PerChannel<long> _channels;

    /// <summary>All datagrams received.</summary>
    public long Datagrams { get; internal set; }

    /// <summary>UDP payload of <see cref="Datagrams"/>.</summary>
    public long Bytes { get; internal set; }

    /// <summary>Outcomes of first transmissions.</summary>
    public SequenceCounts Packets { get; internal set; }

    /// <summary>Loss events to which the controller has responded.</summary>
    public long LossEvents { get; internal set; }

    /// <summary>Completed textures; repeated downloads count again.</summary>
    public long Textures { get; internal set; }

    /// <summary>Completed teleports.</summary>
    public long Teleports { get; internal set; }

    /// <summary>Failed teleports.</summary>
    public long FailedTeleports { get; internal set; }

    /// <summary>Bytes received by HTTP, headers included.</summary>
    public long HttpBytes { get; internal set; }

    /// <summary>UDP payload by channel; resent packets count as Resend.</summary>
    public readonly long BytesOf(Channel channel) => _channels[(int)channel];

    /// <summary>UDP payload of datagrams that belong to no channel: acks, pings, handshakes.</summary>
    public readonly long OtherBytes
    {
        get
        {
            long other = Bytes;
            foreach (long bytes in _channels)
                other -= bytes;
            return other;
        }
    }

    internal void Carried(Channel channel, int bytes) => _channels[channel] += bytes;
}
