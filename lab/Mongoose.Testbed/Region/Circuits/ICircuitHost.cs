using Mongoose.Core.Channels;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Circuits;

/// <summary>The services that a region provides to its circuits.</summary>
internal interface ICircuitHost
{
    RegionOptions Options { get; }

    Guid Id { get; }

    /// <summary>The region's name with its terminating zero byte.</summary>
    byte[] NameBytes { get; }

    OutPacketPool Pool { get; }

    UpdateTrimmer Trimmer { get; }

    Instant Now { get; }

    /// <summary>Whether the resend timeout of a packet doubles with each further resend.</summary>
    bool BacksOffResends { get; }

    /// <summary>The present motion of a walker; null for other avatars.</summary>
    ObjectMotion? WalkersMotion(uint localId);

    /// <summary>Reports events of a circuit.</summary>
    void Notify(Circuit circuit, CircuitEvents events);

    /// <summary>Reports that a datagram with this sequence number of the viewer's has arrived.</summary>
    void DatagramReceived(Circuit circuit, uint datagram);

    /// <summary>Reports that this datagram acknowledges a packet.</summary>
    void Acked(Circuit circuit, uint datagram, uint number);

    /// <summary>Sends a packet to the network.</summary>
    /// <param name="circuit">The circuit to send on.</param>
    /// <param name="channel">The channel that is charged; null for packets that bypass the queues.</param>
    void Send(Circuit circuit, OutPacket packet, Channel? channel);

    void Close(Circuit circuit);
}
