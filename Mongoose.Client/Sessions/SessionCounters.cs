using Mongoose.Core.Channels;
using Mongoose.Core.Loss;

namespace Mongoose.Client.Sessions;

/// <summary>What a session has counted since its start, over all its circuits.</summary>
internal struct SessionCounters
{
    private PerChannel<long> _channels;

    /// <summary>Datagrams of whatever kind.</summary>
    public long Datagrams { get; internal set; }

    /// <summary>UDP payload of <see cref="Datagrams"/>.</summary>
    public long Bytes { get; internal set; }

    /// <summary>What became of first transmissions.</summary>
    public SequenceCounts Packets { get; internal set; }

    /// <summary>Loss events that the controller has answered.</summary>
    public long LossEvents { get; internal set; }

    /// <summary>Textures complete, repeated ones counted again.</summary>
    public long Textures { get; internal set; }

    /// <summary>Teleports done, and those that failed.</summary>
    public long Teleports { get; internal set; }

    /// <inheritdoc cref="Teleports"/>
    public long FailedTeleports { get; internal set; }

    /// <summary>UDP payload by channel; what is sent again counts as Resend.</summary>
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
