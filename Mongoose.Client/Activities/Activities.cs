using System.Numerics;
using Mongoose.Client.Viewers;

namespace Mongoose.Client.Activities;

/// <summary>Turns on the spot and does nothing else.</summary>
internal sealed class Standing(Random random) : IActivity
{
    public Act Next() => new(random.SecondsBetween(5, 15), Heading: random.AnyHeading());
}

/// <summary>Walks in circles.</summary>
internal sealed class Walking(Random random) : IActivity
{
    public Act Next() => new(random.SecondsBetween(3, 8), AgentControls.Forward, random.AnyHeading(), random.TurnRate());
}

/// <summary>Rises, then flies in circles.</summary>
internal sealed class Flying(Random random) : IActivity
{
    private bool _isUp;

    public Act Next()
    {
        if (_isUp)
            return new Act(random.SecondsBetween(3, 8), AgentControls.Fly | AgentControls.Forward, random.AnyHeading(), random.TurnRate());
        _isUp = true;
        return new Act(random.SecondsBetween(1, 3), AgentControls.Fly | AgentControls.Up, random.AnyHeading());
    }
}

/// <summary>Stands for some seconds, then teleports to a random position.</summary>
internal sealed class Teleporting(Random random) : IActivity
{
    /// <summary>Positions away from the borders of a 256 m region, and above most ground.</summary>
    private const double Min = 32, Max = 224, Height = 30;

    public Act Next() => new(random.SecondsBetween(8, 15),
        TeleportTo: new Vector3(random.Between(Min, Max), random.Between(Min, Max), (float)Height));
}

/// <summary>Stands and downloads textures without pause.</summary>
internal sealed class FetchingTextures(Random random) : IActivity
{
    public Act Next() => new(random.SecondsBetween(5, 15), Heading: random.AnyHeading(), FetchesTextures: true);
}
