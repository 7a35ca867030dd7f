using Mongoose.Client.Viewers;

namespace Mongoose.Client.Activities;

/// <summary>Rises, then flies in circles.</summary>
internal sealed class Flying(Random random) : IActivity
{
    private bool _isUp;

    public Act Next()
    {
        AgentControls controls = AgentControls.Fly | (_isUp ? AgentControls.Forward : AgentControls.Up);
        Act act = new(_isUp ? random.SecondsBetween(3, 8) : random.SecondsBetween(1, 3))
        {
            Controls = controls,
            Heading = random.AnyHeading(),
            TurnPerSecond = _isUp ? random.Turn() : 0,
        };
        _isUp = true;
        return act;
    }
}
