using Mongoose.Network.Packets;

namespace Mongoose.Tests.Simulators.Causes.Lines;

/// <summary>Sends packets to near hosts one way, and to all others another way.</summary>
internal sealed class Router(Predicate<uint> isNear, IPacketReceiver near, IPacketReceiver others) : IPacketReceiver
{
    public void Receive(Packet packet) => (isNear(packet.Flow.Destination.Host) ? near : others).Receive(packet);
}
