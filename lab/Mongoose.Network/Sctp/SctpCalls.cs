using System.Runtime.InteropServices;

namespace Mongoose.Network.Sctp;

/// <summary>
/// Functions, constants and structures of usrsctp.h, version 0.9.5. A negative result is a failure, with its number in
/// <see cref="Marshal.GetLastPInvokeError"/>.
/// </summary>
internal static class SctpCalls
{
    public const int ConnFamily = 123, StreamSocket = 1, Protocol = 132; // AF_CONN, SOCK_STREAM, IPPROTO_SCTP
    public const int SocketLevel = 1, SendBuffer = 7, ReceiveBuffer = 8, Linger = 13; // SOL_SOCKET, SO_SNDBUF, SO_RCVBUF, SO_LINGER
    // SCTP_RTOINFO, SCTP_NODELAY, SCTP_STATUS, SCTP_PR_ASSOC_STATUS
    public const int RtoInfo = 1, NoDelay = 4, Status = 0x100, AssociationPrStatus = 0x108;
    public const int Established = 8; // SCTP_ESTABLISHED
    public const uint SpaInfo = 4, SendInfoValid = 1, PrInfoValid = 2; // SCTP_SENDV_SPA, SCTP_SEND_SNDINFO_VALID, SCTP_SEND_PRINFO_VALID
    public const ushort Unordered = 0x400, TimeLimited = 1; // SCTP_UNORDERED, SCTP_PR_SCTP_TTL
    public const int EndOfRecord = 0x80; // MSG_EOR
    public const int WouldBlock = 11; // EWOULDBLOCK

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int Output(nint address, nint packet, nuint length, byte trafficClass, byte dontFragment);

    [DllImport(SctpLibrary.File)]
    public static extern void usrsctp_init_nothreads(ushort udpPort, Output output, nint debug);

    [DllImport(SctpLibrary.File)]
    public static extern int usrsctp_finish();

    [DllImport(SctpLibrary.File)]
    public static extern void usrsctp_handle_timers(uint elapsedMilliseconds);

    [DllImport(SctpLibrary.File)]
    public static extern int usrsctp_sysctl_set_sctp_max_chunks_on_queue(uint chunks);

    [DllImport(SctpLibrary.File)]
    public static extern int usrsctp_sysctl_set_sctp_auto_asconf(uint on);

    [DllImport(SctpLibrary.File)]
    public static extern int usrsctp_sysctl_set_sctp_asconf_enable(uint on);

    [DllImport(SctpLibrary.File)]
    public static extern void usrsctp_register_address(nint address);

    [DllImport(SctpLibrary.File)]
    public static extern void usrsctp_deregister_address(nint address);

    [DllImport(SctpLibrary.File)]
    public static extern void usrsctp_conninput(nint address, ref byte packet, nuint length, byte ecn);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern nint usrsctp_socket(int family, int type, int protocol, nint receive, nint send, uint threshold, nint user);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern int usrsctp_set_non_blocking(nint socket, int on);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern int usrsctp_setsockopt(nint socket, int level, int option, ref byte value, uint length);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern int usrsctp_getsockopt(nint socket, int level, int option, ref byte value, ref uint length);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern int usrsctp_bind(nint socket, in ConnAddress address, uint length);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern int usrsctp_listen(nint socket, int backlog);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern nint usrsctp_accept(nint socket, nint address, nint addressLength);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern int usrsctp_connect(nint socket, in ConnAddress address, uint length);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern nint usrsctp_sendv(
        nint socket, ref byte data, nuint length, nint to, int toCount, in SendInfo info, uint infoLength,
        uint infoType, int flags);

    [DllImport(SctpLibrary.File, SetLastError = true)]
    public static extern nint usrsctp_recvv(
        nint socket, ref byte buffer, nuint length, nint from, ref uint fromLength, nint info, ref uint infoLength,
        ref uint infoType, ref int flags);

    [DllImport(SctpLibrary.File)]
    public static extern void usrsctp_close(nint socket);

    /// <summary>struct sockaddr_conn: 16 bytes. The port is in network order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ConnAddress
    {
        public ushort Family;
        public ushort Port;
        public nint Address;
    }

    /// <summary>struct sctp_sendv_spa with its sctp_sndinfo (at byte 4), sctp_prinfo (at byte 20) and sctp_authinfo: 32 bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SendInfo
    {
        public uint Valid;
        public ushort Stream;
        public ushort Flags;
        public uint PayloadProtocol;
        public uint Context;
        public uint Association;
        public ushort PrPolicy;
        public uint PrValue;
        public ushort AuthKey;
    }

    /// <summary>struct sctp_rtoinfo: 16 bytes. Times in milliseconds; 0 leaves a value unchanged.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct RtoBounds
    {
        public uint Association;
        public uint Initial;
        public uint Max;
        public uint Min;
    }

    /// <summary>struct linger: 8 bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct LingerTime
    {
        public int On;
        public int Seconds;
    }

    /// <summary>struct sctp_prstatus: 24 bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PrStatus
    {
        public uint Association;
        public ushort Stream;
        public ushort Policy;
        public ulong AbandonedUnsent;
        public ulong AbandonedSent;
        public readonly long Abandoned => (long)(AbandonedSent + AbandonedUnsent);
    }

    /// <summary>The first fields of struct sctp_status, which has 176 bytes.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 176)]
    public struct AssociationStatus
    {
        public uint Association;
        public int State;
        public uint PeerWindow;
        public ushort UnackedChunks;
        public ushort UnsentMessages;
        public readonly int Waiting => UnackedChunks + UnsentMessages;
    }
}
