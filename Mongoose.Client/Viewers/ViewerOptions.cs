using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Viewers;

/// <summary>The region that a viewer visits, and what the viewer does there.</summary>
public sealed record ViewerOptions
{
    /// <summary>The region, or a link towards it.</summary>
    public UdpAddress Region { get; init; }

    /// <summary>The viewer's own address; its port is not used. Null: the address of <see cref="Region"/>, as on loopback.</summary>
    public UdpAddress? Host { get; init; }

    /// <summary>The circuit code of the login, which also identifies the circuit in the region's log.</summary>
    public uint CircuitCode { get; init; } = 1;

    public Guid AgentId { get; init; } = new(1, 0, 0, [0, 0, 0, 0, 0, 0, 0, 1]);

    public Guid SessionId { get; init; } = new(1, 0, 0, [0, 0, 0, 0, 0, 0, 0, 2]);

    /// <summary>
    /// Whether the viewer has only a child agent in a neighbouring region: no avatar arrives and no rates are requested before
    /// <see cref="Viewer.Enter"/>.
    /// </summary>
    public bool IsChild { get; init; }

    /// <summary>The initially requested maximum rate of each channel.</summary>
    public ChannelRates Throttle { get; init; } = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(500));

    /// <summary>Decides the requested rate after <see cref="Throttle"/>; used by one viewer only. Null: the rate stays as it is.</summary>
    public IRateController? Controller { get; init; }

    /// <summary>Textures to download, in this order.</summary>
    public IReadOnlyList<Guid> Textures { get; init; } = [];

    /// <summary>The number of textures requested at the same time.</summary>
    public int TexturesOutstanding { get; init; } = 16;

    /// <summary>Whether to start over when all textures have been requested, so that the texture channel always has traffic.</summary>
    public bool RepeatTextures { get; init; }

    /// <summary>The number of other assets to download after arrival.</summary>
    public int Assets { get; init; }

    /// <summary>Whether the region writes a <see cref="PayloadStamp"/> into its packets; OpenSim does not.</summary>
    public bool ReadStamps { get; init; }

    /// <summary>Whether the viewer sends the updates of a walking avatar.</summary>
    public bool Walks { get; init; }

    /// <summary>The updates of a walking avatar per second; real viewers send up to 125, at every change of camera or controls.</summary>
    public double AgentUpdatesPerSecond { get; init; } = 10;

    /// <summary>The draw distance in metres.</summary>
    public float DrawDistance { get; init; } = 128;

    /// <summary>When and how the viewer acks.</summary>
    public AckManner Acks { get; init; }

    /// <summary>
    /// How long acks are collected; null: the default of the ack strategy. With zero, the round trip is that of the network alone.
    /// </summary>
    public Duration? AckDelay { get; init; }

    /// <summary>Frames of a viewer whose ack strategy has frames.</summary>
    public FrameOptions Frames { get; init; } = new();

    public Duration PingInterval { get; init; } = Duration.FromSeconds(1);
}
