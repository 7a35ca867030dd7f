using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios;

/// <summary>How a circuit's viewer receives, acks and tells of its avatar. The defaults are those of <see cref="ViewerOptions"/>.</summary>
internal sealed record ViewerHabits
{
    public AckManner Acks { get; init; }

    /// <summary>How old the oldest ack may become; null: as the manner has it.</summary>
    public Duration? AckDelay { get; init; }

    public FrameOptions Frames { get; init; } = new();

    /// <summary>Null: those of an avatar that walks, if anybody does in the region.</summary>
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
