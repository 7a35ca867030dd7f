using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Circuits;

/// <summary>The region as its circuits see it.</summary>
internal interface ICircuitHost
{
    RegionOptions Options { get; }

    Guid Id { get; }

    /// <summary>The region's name, with the zero that ends it on the wire.</summary>
    byte[] NameBytes { get; }

    OutPacketPool Pool { get; }

    Instant Now { get; }

    /// <summary>Whether a packet waits twice as long for each further resend.</summary>
    bool BacksOffResends { get; }

    /// <summary>A circuit has something new.</summary>
    void Notify(Circuit circuit, News news);

    /// <summary>A datagram has come, with this number of the viewer's.</summary>
    void Heard(Circuit circuit, uint datagram);

    /// <summary>That datagram acknowledges a packet.</summary>
    void Acked(Circuit circuit, uint datagram, uint number);

    /// <summary>Puts a packet on the wire.</summary>
    /// <param name="circuit">To whom.</param>
    /// <param name="packet">What.</param>
    /// <param name="channel">The channel that is charged; null for what bypasses the queues.</param>
    void Send(Circuit circuit, OutPacket packet, Channel? channel);

    void Close(Circuit circuit);
}
