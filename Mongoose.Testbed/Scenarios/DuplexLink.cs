using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A link of a scenario, in both directions.</summary>
/// <param name="Name">The link's name in flows and figures.</param>
/// <param name="Down">The direction towards viewers and receivers.</param>
/// <param name="Up">The direction towards servers and senders.</param>
internal sealed record DuplexLink(string Name, LinkOptions Down, LinkOptions Up)
{
    /// <summary>The clamp of flows whose data travels down; null: none.</summary>
    public ClampOptions? DownClamp { get; init; }

    /// <summary>The clamp of flows whose data travels up; null: none.</summary>
    public ClampOptions? UpClamp { get; init; }

    public Duration RoundTrip => Down.Delay + Up.Delay;

    /// <summary>A copy of the link for one run, with its own random number streams.</summary>
    /// <param name="seed">The run's seed.</param>
    /// <param name="number">The link's index in the scenario.</param>
    public DuplexLink WithSeed(long seed, int number)
    {
        long first = seed * 1_000_003 + number * 2L;
        return this with { Down = Down with { Seed = first }, Up = Up with { Seed = first + 1 } };
    }
}
