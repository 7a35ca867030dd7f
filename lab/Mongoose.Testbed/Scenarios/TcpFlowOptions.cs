using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Testbed.Scenarios;

/// <summary>TCP connections: simulated, or the kernel's TCP on the host's clock.</summary>
internal sealed record TcpFlowOptions : FlowKind, ISettingRules
{
    [Setting("direction", FlagNames = "down up", Text = "direction of the data; requests use the other direction")]
    public bool Up { get; init; }

    [Setting("congestionControl", NamesIn = typeof(CongestionControls), NamesMember = nameof(CongestionControls.NamesOnAnyClock),
        Text = "congestion control. On the host's clock the kernel must have it (its `cubic` has HyStart); `bbr` exists only there")]
    public string CongestionControl { get; init; } = "reno";

    [Setting("segmentBytes", Min = 76, Max = 65_000, Unit = "bytes", Text = "payload of a full segment; at most 1448 for the kernel")]
    public int SegmentBytes { get; init; } = 1448;

    [Setting("segmentsPerAck", Min = 1, Max = 2, Text = "2: delayed acknowledgments. The kernel chooses this itself: 2, or 1 if it detects slow start")]
    public int SegmentsPerAck { get; init; } = 1;

    [Setting("initialWindowSegments", Min = 1, Max = 1000, Text = "initial congestion window; always 10 for the kernel")]
    public int InitialWindowSegments { get; init; } = 10;

    [Setting("receiveWindowBytes", Min = 76, Max = 1 << 30, Unit = "bytes", Range = "`segmentBytes` to 1073741824", Default = "4194304",
        Text = "maximum in flight; for the kernel the size of the socket's buffer, which is adaptive by default")]
    public long? ReceiveWindowBytes { get; init; }

    [Setting("windowScale", Min = 0, Max = TcpHeader.MaxWindowScale, Default = "no rounding",
        Text = "shift of the window scale option: windows are whole units of 2^`windowScale` bytes, at most 65535 of them. Only simulated")]
    public int? WindowScale { get; init; }

    [Setting("opaque", Text = "the flow's header is unreadable for a clamp, as with QUIC")]
    public bool Opaque { get; init; }

    [Setting("sack", Text = "selective acknowledgments; false: NewReno. Always true for the kernel")]
    public bool Sack { get; init; } = true;

    [Setting("ecn", Text = "ECN (RFC 3168). If one flow enables it, all flows of the kernel use it")]
    public bool Ecn { get; init; }

    [Setting("minRtoMs", Min = 1, Max = 60_000, Unit = "ms", Text = "minimum retransmission timeout, in addition to the round-trip time; always 200 for the kernel (RFC 6298: 1000)")]
    public Duration MinRto { get; init; } = Duration.FromMilliseconds(200);

    [Setting("application", As = typeof(ApplicationSettings), Default = "endless bulk transfer", Text = "the application, below")]
    public TcpApplication Application { get; init; } = new BulkApplication(null);

    /// <summary>The receive window of simulated TCP, before it is rounded.</summary>
    public long SimulatedReceiveWindow => ReceiveWindowBytes ?? new TcpOptions().ReceiveWindowBytes;

    public override string Key => "tcp";

    public override bool UsesKernelTcp => true;

    public override bool NeedsHosts => true;

    public override bool CanStop => Application is BulkApplication;

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place)
    {
        if (place == PlaceKind.OpenSimHosts && Ecn)
            yield return ("ecn", "with regions openSim, only false is allowed");
        if (place == PlaceKind.OpenSimHosts && Opaque)
            yield return ("opaque", "with regions openSim, only false is allowed");
        if (place != PlaceKind.Simulated && SegmentBytes > KernelTcpOptions.MaxSegmentBytes)
            yield return ("segmentBytes", $"on the host's clock, at most {KernelTcpOptions.MaxSegmentBytes} bytes fit");
        if (place != PlaceKind.Simulated && WindowScale is not null)
            yield return ("windowScale", "only allowed in simulated time; the kernel chooses its own");
        if (place == PlaceKind.Simulated && CongestionControls.OfKernel.Contains(CongestionControl))
            yield return ("congestionControl", $"{CongestionControl} runs only on the host's clock; simulated are {string.Join(", ", CongestionControls.Names)}");
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        if (ReceiveWindowBytes < SegmentBytes)
            report.Problem("receiveWindowBytes", $"allowed are {SegmentBytes} to {1 << 30} bytes");
        else if (WindowScale is { } scale && SimulatedReceiveWindow >> scale << scale < SegmentBytes)
            report.Problem("windowScale", $"a receive window of {SimulatedReceiveWindow} bytes, rounded down, does not have room for a segment");
        return this;
    }
}
