using System.Runtime.InteropServices;

namespace Mongoose.Network.Enet;

/// <summary>
/// Functions, constants and structures of enet.h; versions 1.3.17 and 1.3.18 have the same layout, here for 64-bit platforms.
/// </summary>
internal static class EnetCalls
{
    public const uint ReliableFlag = 1; // ENET_PACKET_FLAG_RELIABLE; 0 is unreliable and sequenced.
    public const int Connected = 1, Disconnected = 2, Received = 3; // ENET_EVENT_TYPE_CONNECT, _DISCONNECT, _RECEIVE

    // Of ENetHost: socket, totalSentData, totalSentPackets.
    public const int HostSocket = 0, HostSentBytes = 10_960, HostSentDatagrams = 10_964;

    // Of ENetPeer: packetsLost. ENet sets it to zero every ten seconds.
    public const int PeerLost = 128;

    // Of ENetPacket: data, dataLength, freeCallback, userData.
    public const int PacketData = 16, PacketLength = 24, PacketFree = 32, PacketUser = 40;

    public const int SetDescriptorFlags = 2, CloseOnExec = 1; // F_SETFD, FD_CLOEXEC

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void PacketFreed(nint packet);

    [DllImport(EnetLibrary.File)]
    public static extern int enet_initialize();

    [DllImport(EnetLibrary.File)]
    public static extern nint enet_host_create(
        in Address address, nuint peers, nuint channels, uint incomingBandwidth, uint outgoingBandwidth);

    [DllImport(EnetLibrary.File)]
    public static extern void enet_host_destroy(nint host);

    [DllImport(EnetLibrary.File)]
    public static extern nint enet_host_connect(nint host, in Address address, nuint channels, uint data);

    [DllImport(EnetLibrary.File)]
    public static extern int enet_host_service(nint host, out Event occurred, uint timeout);

    [DllImport(EnetLibrary.File)]
    public static extern void enet_host_flush(nint host);

    [DllImport(EnetLibrary.File)]
    public static extern int enet_socket_get_address(int socket, out Address address);

    [DllImport(EnetLibrary.File)]
    public static extern nint enet_packet_create(ref byte data, nuint length, uint flags);

    [DllImport(EnetLibrary.File)]
    public static extern void enet_packet_destroy(nint packet);

    [DllImport(EnetLibrary.File)]
    public static extern int enet_peer_send(nint peer, byte channel, nint packet);

    [DllImport("libc", SetLastError = true)]
    public static extern int fcntl(int descriptor, int command, int flags);

    /// <summary>ENetAddress: 8 bytes. The host is in network order, the port in the processor's order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Address
    {
        public uint Host;
        public ushort Port;
    }

    /// <summary>ENetEvent: 32 bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public int Type;
        public nint Peer;
        public byte Channel;
        public uint Data;
        public nint Packet;
    }
}
