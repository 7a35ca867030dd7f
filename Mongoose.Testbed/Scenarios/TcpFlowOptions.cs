using Mongoose.Core.Units;
using Mongoose.Network.Kernel;

namespace Mongoose.Testbed.Scenarios;

/// <summary>TCP connections: simulated, or the kernel's own on the host's clock.</summary>
internal sealed record TcpFlowOptions : FlowKind
{
    /// <summary>Data goes up, from the viewer's side to the server's; otherwise down.</summary>
    public bool Up { get; init; }

    /// <summary>As kernels name it: reno, cubic; in simulated time vegas too.</summary>
    public string CongestionControl { get; init; } = "reno";

    /// <summary>Payload of a full segment.</summary>
    public int SegmentBytes { get; init; } = 1448;

    /// <summary>1, or 2 with delayed acknowledgments. The kernel chooses for itself.</summary>
    public int SegmentsPerAck { get; init; } = 1;

    public int InitialWindowSegments { get; init; } = 10;

    /// <summary>The largest window that the receiver advertises, and so the most in flight; null is 4 MiB, of the kernel's TCP its own choice.</summary>
    public long? ReceiveWindowBytes { get; init; }

    /// <summary>False: NewReno. The kernel always has it.</summary>
    public bool Sack { get; init; } = true;

    public bool Ecn { get; init; }

    /// <summary>The shortest retransmission timeout; the kernel's is 200 ms.</summary>
    public Duration MinRto { get; init; } = Duration.FromMilliseconds(200);

    /// <summary>What is sent.</summary>
    public TcpApplication Application { get; init; } = new BulkApplication(null);

    public override string Key => "tcp";

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) =>
        place == PlaceKind.Namespaces && SegmentBytes > KernelTcpOptions.MostSegmentBytes
            ? [("segmentBytes", $"on the host's clock at most {KernelTcpOptions.MostSegmentBytes} bytes fit")]
            : base.ObstaclesIn(place);
}
