using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;

namespace Mongoose.Testbed.Scenarios;

/// <summary>The state of moving particles, shared over one of several transports.</summary>
internal sealed record ParticleOptions : FlowKind, ISettingRules
{
    [Setting("peer", IsKind = true, NamesIn = typeof(PeerNames), Text = "the transport")]
    public string Peer { get; init; } = PeerNames.Udp;

    [Inlined]
    public ParticleProfile Profile { get; init; } = new();

    [Setting("leadSeconds", Min = 0, Max = 60, Unit = "s", Text = "from the flow's start, when the peer connects, to the first frame")]
    public Duration Lead { get; init; } = Duration.FromSeconds(1);

    [Setting("settleSeconds", Min = 0, Max = 3600, Unit = "s",
        Text = "from the last frame until values that are still wrong count as wrong at the end")]
    public Duration Settling { get; init; } = Duration.FromSeconds(5);

    [Setting("pictures", Text = "pictures from above in the result: the frame with the largest mean age, and the end")]
    public bool Pictures { get; init; }

    [Setting("congestionControl", Of = "tcp tcp-conflating", NamesIn = typeof(CongestionControls), Text = "as of a TCP flow")]
    public string CongestionControl { get; init; } = "reno";

    [Inlined(Of = "verse verse-cc")]
    public VerseSettings Verse { get; init; } = new();

    public override string Key => "particles";

    public override bool CanStop => false;

    /// <summary>On the host's clock, TCP is the kernel's.</summary>
    public override bool UsesKernelTcp => Peer is PeerNames.Tcp or PeerNames.TcpConflating;

    /// <summary>From the flow's start to the end of settling.</summary>
    public Duration Length => Lead + Profile.Length + Settling;

    /// <summary>The age at which a peer with a time limit gives a value up.</summary>
    public Duration TimeLimit => Profile.Interval / 2;

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) => place == PlaceKind.Simulated
        && Peer == PeerNames.Enet
        ? [("peer", "enet is the real library, which has no simulated time: allowed are clocks [\"real\"]")]
        : base.ObstaclesIn(place);

    /// <summary>The longest message that the peer can send.</summary>
    private int MaxMessage => Peer switch
    {
        PeerNames.Sctp or PeerNames.SctpTtl or PeerNames.Enet => MessageSender.MaxMessageBytes,
        PeerNames.Verse or PeerNames.VerseCc => VerseSettings.MaxMessageBytes,
        _ => ParticleProfile.MaxMessageBytes,
    };

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Profile.MessageBytes > MaxMessage)
            report.Problem("messageBytes", $"allowed are {ParticleValue.Bytes} to {MaxMessage} bytes with peer {Peer}");
        return this;
    }
}
