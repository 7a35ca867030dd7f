using Mongoose.Core.Settings;
using Mongoose.Network.Kernel;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Testbed.Scenarios;

/// <summary>TCP connections: simulated, or the kernel's TCP on the host's clock.</summary>
internal sealed record TcpFlowOptions : FlowKind, ISettingRules
{
    [Setting("direction", FlagNames = "down up", Text = "direction of the data; requests use the other")]
    public bool Up { get; init; }

    [Setting("congestionControl", NamesIn = typeof(CongestionControls), NamesMember = nameof(CongestionControls.NamesOnAnyClock),
        Text = "on the host's clock the kernel must have it (its `cubic` has HyStart); `bbr` exists only there")]
    public string CongestionControl { get; init; } = "reno";

    [Inlined]
    public TcpOptions Tcp { get; init; } = TcpOptions.Linux with { SegmentsPerAck = 1 };

    [Setting("opaque", Text = "a clamp cannot read its header, as with QUIC")]
    public bool Opaque { get; init; }

    [Setting("application", As = typeof(ApplicationSettings), Default = "endless bulk transfer", Text = "the application")]
    public TcpApplication Application { get; init; } = new BulkApplication(null);

    public override string Key => "tcp";

    public override bool UsesKernelTcp => true;

    public override bool NeedsHosts => true;

    public override bool CanStop => Application is BulkApplication;

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place)
    {
        if (place == PlaceKind.OpenSimHosts && Tcp.Ecn)
            yield return ("ecn", "with regions openSim, only false is allowed");
        if (place == PlaceKind.OpenSimHosts && Opaque)
            yield return ("opaque", "with regions openSim, only false is allowed");
        if (place != PlaceKind.Simulated && Tcp.SegmentBytes > KernelTcpOptions.MaxSegmentBytes)
            yield return ("segmentBytes", $"on the host's clock, at most {KernelTcpOptions.MaxSegmentBytes} bytes fit");
        if (place != PlaceKind.Simulated && Tcp.WindowScale is not null)
            yield return ("windowScale", "only allowed in simulated time; the kernel chooses its own");
        if (place == PlaceKind.Simulated && CongestionControls.OfKernel.Contains(CongestionControl))
            yield return ("congestionControl", $"{CongestionControl} runs only on the host's clock; "
                + $"simulated are {string.Join(", ", CongestionControls.Names)}");
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Tcp.ReceiveWindowBytes < Tcp.SegmentBytes)
            report.Problem("receiveWindowBytes", $"allowed are {Tcp.SegmentBytes} to {1 << 30} bytes");
        else if (Tcp.WindowScale is { } scale && Tcp.ReceiveBufferBytes >> scale << scale < Tcp.SegmentBytes)
            report.Problem("windowScale", $"a receive window of {Tcp.ReceiveBufferBytes} bytes, rounded down, "
                + "does not have room for a segment");
        return this;
    }
}
