using Mongoose.Client.Viewers;

namespace Mongoose.Client.Activities;

/// <summary>Walks in circles.</summary>
internal sealed class Walking(Random random) : IActivity
{
    public Act Next() => new(random.SecondsBetween(3, 8))
    {
        Controls = AgentControls.Forward,
        Heading = random.AnyHeading(),
        TurnPerSecond = random.Turn(),
    };
}
