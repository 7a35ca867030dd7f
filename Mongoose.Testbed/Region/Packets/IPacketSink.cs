using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Packets;

/// <summary>Where content puts the packets that it makes.</summary>
internal interface IPacketSink
{
    OutPacket Rent(Channel channel, bool reliable);

    /// <summary>The stamp of the channel's next packet.</summary>
    PayloadStamp Stamp(Channel channel, Instant readyAt);

    /// <summary>Puts a packet in its channel's queue; one that the queue refuses is dropped and counted there.</summary>
    void Enqueue(OutPacket packet);
}
