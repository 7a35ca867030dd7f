using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Packets;

/// <summary>Takes the packets that content makes.</summary>
internal interface IPacketSink
{
    /// <summary>Takes a free packet and starts its datagram.</summary>
    OutPacket Begin(Channel channel, bool reliable, out DatagramWriter writer);

    /// <summary>The stamp of the channel's next packet.</summary>
    PayloadStamp Stamp(Channel channel, Instant readyAt);

    /// <summary>
    /// Ends a packet with what was written, and adds it to its channel's queue. If the queue refuses it, the packet is dropped and counted
    /// there.
    /// </summary>
    void Enqueue(OutPacket packet, in DatagramWriter written);
}
