using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Testbed.Scenarios;

/// <summary>TCP connections: simulated, or the kernel's own on the host's clock.</summary>
internal sealed record TcpFlowOptions : FlowKind, ISettingRules
{
    [Setting("direction", FlagNames = "down up", Text = "where the data goes; requests go the other way")]
    public bool Up { get; init; }

    [Setting("congestionControl", NamesIn = typeof(CongestionControls), Text = "on the host's clock what the kernel has, by its names (its `cubic` has HyStart)")]
    public string CongestionControl { get; init; } = "reno";

    [Setting("segmentBytes", Min = 76, Max = 65_000, Unit = "bytes", Text = "payload of a full segment; the kernel takes 1448 at most")]
    public int SegmentBytes { get; init; } = 1448;

    [Setting("segmentsPerAck", Min = 1, Max = 2, Text = "2: delayed acknowledgments. The kernel decides for itself: 2, and 1 when it sees slow start")]
    public int SegmentsPerAck { get; init; } = 1;

    [Setting("initialWindowSegments", Min = 1, Max = 1000, Text = "the kernel: 10")]
    public int InitialWindowSegments { get; init; } = 10;

    [Setting("receiveWindowBytes", Min = 76, Max = 1 << 30, Unit = "bytes", Range = "`segmentBytes` to 1073741824", Default = "4194304",
        Text = "the most in flight; for the kernel the size of the socket's buffer; not given, it adapts its own")]
    public long? ReceiveWindowBytes { get; init; }

    [Setting("sack", Text = "false: NewReno. The kernel: true")]
    public bool Sack { get; init; } = true;

    [Setting("ecn", Text = "RFC 3168. One flow that has it gives it to all of the kernel's")]
    public bool Ecn { get; init; }

    [Setting("minRtoMs", Min = 1, Max = 60_000, Unit = "ms", Text = "shortest retransmission timeout, above the round trip; the kernel: 200 (RFC 6298: 1000)")]
    public Duration MinRto { get; init; } = Duration.FromMilliseconds(200);

    [Setting("application", As = typeof(ApplicationSettings), Default = "bulk without end", Text = "what is sent, below")]
    public TcpApplication Application { get; init; } = new BulkApplication(null);

    public override string Key => "tcp";

    public override bool CanStop => Application is BulkApplication;

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) =>
        place == PlaceKind.Namespaces && SegmentBytes > KernelTcpOptions.MostSegmentBytes
            ? [("segmentBytes", $"on the host's clock at most {KernelTcpOptions.MostSegmentBytes} bytes fit")]
            : base.ObstaclesIn(place);

    object ISettingRules.Finish(ISettingReport report)
    {
        if (ReceiveWindowBytes < SegmentBytes)
            report.Problem("receiveWindowBytes", $"allowed are {SegmentBytes} to {1 << 30} bytes");
        return this;
    }
}
