using System.Runtime.InteropServices;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using static Mongoose.Network.Enet.EnetCalls;

namespace Mongoose.Network.Enet;

/// <summary>The sending end of a flow: a bounded queue in front of ENet's unbounded one. Runs on its loop's thread.</summary>
internal sealed class EnetSender : IDisposable
{
    private static readonly PacketFreed Freed = ReturnRoom; // A static field, so that the collector keeps it.
    private static readonly nint FreedPointer = Marshal.GetFunctionPointerForDelegate(Freed);

    private readonly EnetHost _host;
    private readonly long _maxWaiting;
    private readonly GCHandle _handle;
    private nint _peer;
    private uint _lost;

    public EnetSender(RealTimeLoop loop, nint host, EnetOptions options)
    {
        _maxWaiting = options.SendBufferBytes;
        _handle = GCHandle.Alloc(this);
        _host = new EnetHost(loop, host) { Occurred = Handle, Serviced = CountLost };
    }

    public bool IsConnected { get; private set; }

    public string? Failure { get; private set; }

    public long WaitingBytes { get; private set; }

    public long Messages { get; private set; }

    public long Datagrams => _host.Datagrams;

    public long Bytes => _host.Bytes;

    public long PacketsLost { get; private set; }

    public void Connect(UdpAddress to)
    {
        _peer = _host.Connect(to);
        _host.FlushSoon();
    }

    public bool Send(ReadOnlySpan<byte> message, EnetDelivery delivery)
    {
        if (!IsConnected || WaitingBytes + message.Length > _maxWaiting)
            return false;
        nint packet = enet_packet_create(
            ref MemoryMarshal.GetReference(message), (nuint)message.Length, delivery == EnetDelivery.Reliable ? ReliableFlag : 0);
        Marshal.WriteIntPtr(packet, PacketUser, GCHandle.ToIntPtr(_handle));
        Marshal.WriteIntPtr(packet, PacketFree, FreedPointer);
        WaitingBytes += message.Length;
        if (enet_peer_send(_peer, 0, packet) < 0)
        {
            enet_packet_destroy(packet);
            return false;
        }
        Messages++;
        _host.FlushSoon();
        return true;
    }

    public void Dispose()
    {
        IsConnected = false;
        _host.Dispose(); // It frees packets, which need the handle.
        _handle.Free();
    }

    private void Handle(Event occurred)
    {
        IsConnected = occurred.Type == Connected || (IsConnected && occurred.Type != Disconnected);
        if (occurred.Type == Disconnected)
            Failure = "ENet: the peer does not answer";
    }

    private void CountLost()
    {
        if (_peer == 0)
            return;
        uint lost = (uint)Marshal.ReadInt32(_peer, PeerLost);
        PacketsLost += lost >= _lost ? lost - _lost : lost;
        _lost = lost;
    }

    private static void ReturnRoom(nint packet)
    {
        EnetSender sender = (EnetSender)GCHandle.FromIntPtr(Marshal.ReadIntPtr(packet, PacketUser)).Target!;
        sender.WaitingBytes -= Marshal.ReadIntPtr(packet, PacketLength);
    }
}
