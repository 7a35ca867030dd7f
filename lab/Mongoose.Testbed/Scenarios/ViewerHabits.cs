using Mongoose.Client.Viewers;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios;

/// <summary>How a circuit's viewer receives, acks and reports its avatar's state.</summary>
internal sealed record ViewerHabits
{
    [Setting("acks", Text = "ack strategy; only `processed`, `queued` and `thread` have frames")]
    public AckManner Acks { get; init; } = AckManner.Processed;

    [Setting("ackCollectMs", Min = 0, Max = 2000, Unit = "ms", Default = "by `acks`", Text = "maximum age of a pending ack")]
    public Duration? AckDelay { get; init; }

    [Inlined]
    public FrameOptions Frames { get; init; } = new();

    /// <summary>Null: the rate of a walking avatar, if the region's activity includes walking.</summary>
    [Setting("agentUpdatesPerSecond", Min = 0, Max = 125, Default = "10",
        Text = "AgentUpdates, at most one per frame, 1 or none of a standing avatar; 0 by default with activity `none`")]
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
