namespace Mongoose.Network.Enet;

/// <summary>How ENet delivers a message.</summary>
public enum EnetDelivery
{
    /// <summary>Every message arrives, in order: a lost one delays those after it.</summary>
    Reliable,

    /// <summary>
    /// A message is sent at most once, and is dropped if a later one has arrived before it. ENet does not send some of these messages when
    /// it finds that the round-trip time has grown (its packet throttle). A message longer than a datagram is sent reliably, in fragments.
    /// </summary>
    UnreliableSequenced,
}
