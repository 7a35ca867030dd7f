using System.Globalization;
using System.Runtime.InteropServices;
using Mongoose.Network.Enet;
using Mongoose.Network.Sctp;

namespace Mongoose.Tests.Network.Hosts;

/// <summary>Structures of native libraries have the sizes and offsets that the host's C compiler finds in the libraries' headers.</summary>
[Platform("Linux")]
public sealed class NativeLayoutTests
{
    private const int Deadline = 60_000;

    private static readonly (string Expression, int Value)[] Sctp =
    [
        ("sizeof(struct sockaddr_conn)", Marshal.SizeOf<SctpCalls.ConnAddress>()),
        ("offsetof(struct sockaddr_conn, sconn_addr)", Offset<SctpCalls.ConnAddress>(nameof(SctpCalls.ConnAddress.Address))),
        ("sizeof(struct sctp_sendv_spa)", Marshal.SizeOf<SctpCalls.SendInfo>()),
        ("offsetof(struct sctp_sendv_spa, sendv_sndinfo.snd_flags)", Offset<SctpCalls.SendInfo>(nameof(SctpCalls.SendInfo.Flags))),
        ("offsetof(struct sctp_sendv_spa, sendv_prinfo.pr_policy)", Offset<SctpCalls.SendInfo>(nameof(SctpCalls.SendInfo.PrPolicy))),
        ("offsetof(struct sctp_sendv_spa, sendv_prinfo.pr_value)", Offset<SctpCalls.SendInfo>(nameof(SctpCalls.SendInfo.PrValue))),
        ("sizeof(struct sctp_rtoinfo)", Marshal.SizeOf<SctpCalls.RtoBounds>()),
        ("offsetof(struct sctp_rtoinfo, srto_min)", Offset<SctpCalls.RtoBounds>(nameof(SctpCalls.RtoBounds.Min))),
        ("sizeof(struct linger)", Marshal.SizeOf<SctpCalls.LingerTime>()),
        ("sizeof(struct sctp_prstatus)", Marshal.SizeOf<SctpCalls.PrStatus>()),
        ("offsetof(struct sctp_prstatus, sprstat_policy)", Offset<SctpCalls.PrStatus>(nameof(SctpCalls.PrStatus.Policy))),
        ("offsetof(struct sctp_prstatus, sprstat_abandoned_sent)", Offset<SctpCalls.PrStatus>(nameof(SctpCalls.PrStatus.AbandonedSent))),
        ("sizeof(struct sctp_status)", Marshal.SizeOf<SctpCalls.AssociationStatus>()),
        ("offsetof(struct sctp_status, sstat_penddata)",
            Offset<SctpCalls.AssociationStatus>(nameof(SctpCalls.AssociationStatus.UnsentMessages))),
        ("AF_CONN", SctpCalls.ConnFamily),
        ("SCTP_RTOINFO", SctpCalls.RtoInfo),
        ("SCTP_NODELAY", SctpCalls.NoDelay),
        ("SCTP_STATUS", SctpCalls.Status),
        ("SCTP_PR_ASSOC_STATUS", SctpCalls.AssociationPrStatus),
        ("SCTP_ESTABLISHED", SctpCalls.Established),
        ("SCTP_SENDV_SPA", (int)SctpCalls.SpaInfo),
        ("SCTP_SEND_SNDINFO_VALID", (int)SctpCalls.SendInfoValid),
        ("SCTP_SEND_PRINFO_VALID", (int)SctpCalls.PrInfoValid),
        ("SCTP_UNORDERED", SctpCalls.Unordered),
        ("SCTP_PR_SCTP_TTL", SctpCalls.TimeLimited),
        ("MSG_EOR", SctpCalls.EndOfRecord),
        ("SO_SNDBUF", SctpCalls.SendBuffer),
        ("SO_RCVBUF", SctpCalls.ReceiveBuffer),
        ("SO_LINGER", SctpCalls.Linger),
    ];

    private static readonly (string Expression, int Value)[] Enet =
    [
        ("sizeof(ENetAddress)", Marshal.SizeOf<EnetCalls.Address>()),
        ("sizeof(ENetEvent)", Marshal.SizeOf<EnetCalls.Event>()),
        ("offsetof(ENetEvent, peer)", Offset<EnetCalls.Event>(nameof(EnetCalls.Event.Peer))),
        ("offsetof(ENetEvent, packet)", Offset<EnetCalls.Event>(nameof(EnetCalls.Event.Packet))),
        ("offsetof(ENetHost, socket)", EnetCalls.HostSocket),
        ("offsetof(ENetHost, totalSentData)", EnetCalls.HostSentBytes),
        ("offsetof(ENetHost, totalSentPackets)", EnetCalls.HostSentDatagrams),
        ("offsetof(ENetPeer, packetsLost)", EnetCalls.PeerLost),
        ("offsetof(ENetPacket, data)", EnetCalls.PacketData),
        ("offsetof(ENetPacket, dataLength)", EnetCalls.PacketLength),
        ("offsetof(ENetPacket, freeCallback)", EnetCalls.PacketFree),
        ("offsetof(ENetPacket, userData)", EnetCalls.PacketUser),
        ("ENET_PACKET_FLAG_RELIABLE", (int)EnetCalls.ReliableFlag),
        ("ENET_EVENT_TYPE_CONNECT", EnetCalls.Connected),
        ("ENET_EVENT_TYPE_DISCONNECT", EnetCalls.Disconnected),
        ("ENET_EVENT_TYPE_RECEIVE", EnetCalls.Received),
    ];

    [Test, CancelAfter(Deadline)]
    public Task Of_usrsctp(CancellationToken deadline) => Compare("usrsctp.h", "libusrsctp-dev", Sctp, deadline);

    [Test, CancelAfter(Deadline)]
    public Task Of_ENet(CancellationToken deadline) => Compare("enet/enet.h", "libenet-dev", Enet, deadline);

    private static async Task Compare(string header, string package, (string Expression, int Value)[] expected, CancellationToken deadline)
    {
        if (!File.Exists(Path.Combine("/usr/include", header)))
            Assert.Ignore($"no {header}: apt install {package}");
        HostProgram compiler = HostProgram.FindOrSkip("cc", "gcc", "clang");
        using TemporaryDirectory directory = new();
        string source = Path.Combine(directory.Path, "layout.c"), program = Path.Combine(directory.Path, "layout");
        await File.WriteAllLinesAsync(source,
        [
            "#include <stddef.h>", "#include <stdio.h>", $"#include <{header}>", "int main(void) {",
            .. expected.Select(item => $"printf(\"%d\\n\", (int)({item.Expression}));"), "return 0; }",
        ], deadline);
        await compiler.Run(deadline, source, "-o", program);
        string[] found = (await new HostProgram(program).Run(deadline)).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(expected.Zip(found, (item, value) => (item.Expression, int.Parse(value, CultureInfo.InvariantCulture))),
            Is.EqualTo(expected));
    }

    private static int Offset<T>(string field) => (int)Marshal.OffsetOf<T>(field);
}
