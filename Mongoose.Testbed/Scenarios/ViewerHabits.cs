using Mongoose.Client.Viewers;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios;

/// <summary>How a circuit's viewer receives, acks and tells of its avatar. The defaults are those of <see cref="ViewerOptions"/>.</summary>
internal sealed record ViewerHabits
{
    [Setting("acks", Text = "whose manner of acking, below. The first two have no frames")]
    public AckManner Acks { get; init; }

    [Setting("ackCollectMs", Min = 0, Max = 2000, Unit = "ms", Default = "by manner", Text = "how old the oldest ack may become")]
    public Duration? AckDelay { get; init; }

    [Inlined]
    public FrameOptions Frames { get; init; } = new();

    /// <summary>Null: those of an avatar that walks, if anybody does in the region.</summary>
    [Setting("agentUpdatesPerSecond", Min = 0, Max = 125, Default = "10",
        Text = "AgentUpdates, at most one a frame; who stands sends 1 or none. By default 0 with activity `none`")]
    public double? AgentUpdatesPerSecond { get; init; }

    public ViewerOptions ApplyTo(ViewerOptions viewer) => viewer with
    {
        Acks = Acks,
        AckDelay = AckDelay,
        Frames = Frames,
        Walks = AgentUpdatesPerSecond is { } updates ? updates > 0 : viewer.Walks,
        AgentUpdatesPerSecond = AgentUpdatesPerSecond ?? viewer.AgentUpdatesPerSecond,
    };
}
