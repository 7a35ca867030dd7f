using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Packets;

/// <summary>Takes the packets that content makes.</summary>
internal interface IPacketSink
{
    OutPacket Rent(Channel channel, bool reliable);

    /// <summary>The stamp of the channel's next packet.</summary>
    PayloadStamp Stamp(Channel channel, Instant readyAt);

    /// <summary>Adds a packet to its channel's queue. If the queue refuses it, the packet is dropped and counted there.</summary>
    void Enqueue(OutPacket packet);
}
