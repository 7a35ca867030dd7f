using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Viewers;

/// <summary>Whom a viewer visits, and what it does there.</summary>
public sealed record ViewerOptions
{
    /// <summary>The region, or a link towards it.</summary>
    public UdpAddress Region { get; init; }

    /// <summary>The viewer's own address; its port is not used. Null: that of <see cref="Region"/>, as on loopback.</summary>
    public UdpAddress? Host { get; init; }

    /// <summary>The circuit code of the login; it also tells circuits apart in what the region logs.</summary>
    public uint CircuitCode { get; init; } = 1;

    public Guid AgentId { get; init; } = new(1, 0, 0, [0, 0, 0, 0, 0, 0, 0, 1]);

    public Guid SessionId { get; init; } = new(1, 0, 0, [0, 0, 0, 0, 0, 0, 0, 2]);

    /// <summary>
    /// Whether it only looks in from a neighbouring region: no avatar comes and no rates are asked for, before <see cref="Viewer.Enter"/>.
    /// </summary>
    public bool IsChild { get; init; }

    /// <summary>What it asks the region to send at most, per channel.</summary>
    public ChannelRates Throttle { get; init; } = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(500));

    /// <summary>Decides which rate it asks for after <see cref="Throttle"/>; one viewer's alone. Null: no other.</summary>
    public IRateController? Controller { get; init; }

    /// <summary>Textures to download, in this order.</summary>
    public IReadOnlyList<Guid> Textures { get; init; } = [];

    /// <summary>Textures asked for at the same time.</summary>
    public int TexturesOutstanding { get; init; } = 16;

    /// <summary>Whether to begin again when all textures are there, so that the texture channel never falls silent.</summary>
    public bool RepeatTextures { get; init; }

    /// <summary>Other assets to download after arrival.</summary>
    public int Assets { get; init; }

    /// <summary>Whether the region writes a <see cref="PayloadStamp"/> into its packets; OpenSim does not.</summary>
    public bool ReadStamps { get; init; }

    /// <summary>Whether it sends the updates of an avatar that walks.</summary>
    public bool Walks { get; init; }

    /// <summary>How many of them; real viewers send up to 125, with every change of camera or controls.</summary>
    public double AgentUpdatesPerSecond { get; init; } = 10;

    /// <summary>How far it sees, in metres.</summary>
    public float DrawDistance { get; init; } = 128;

    /// <summary>When and how it acks.</summary>
    public AckManner Acks { get; init; }

    /// <summary>How long acks are collected; null: as the manner has it. Zero makes the round trip the network's alone.</summary>
    public Duration? AckDelay { get; init; }

    /// <summary>Of a viewer whose manner of acking has frames.</summary>
    public FrameOptions Frames { get; init; } = new();

    public Duration PingInterval { get; init; } = Duration.FromSeconds(1);
}
