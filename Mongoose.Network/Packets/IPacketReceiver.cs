namespace Mongoose.Network.Packets;

/// <summary>
/// Whatever packets can be handed to: a link, a host, one end of a connection. It owns what it receives from then on, and passes it on or
/// releases it. Calls are made on the scheduler's thread.
/// </summary>
public interface IPacketReceiver
{
    void Receive(Packet packet);
}
