using Mongoose.Core.Units;
using Mongoose.Network.Links;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A link of a scenario, both ways.</summary>
/// <param name="Name">Flows and figures call it so.</param>
/// <param name="Down">Towards viewers and receivers.</param>
/// <param name="Up">Towards servers and senders.</param>
internal sealed record DuplexLink(string Name, LinkOptions Down, LinkOptions Up)
{
    public Duration RoundTrip => Down.Delay + Up.Delay;

    /// <summary>The same link for one run, with streams of random numbers of its own.</summary>
    /// <param name="seed">Of the run.</param>
    /// <param name="number">Of the link in the scenario.</param>
    public DuplexLink WithSeed(long seed, int number)
    {
        long first = seed * 1_000_003 + number * 2L;
        return this with { Down = Down with { Seed = first }, Up = Up with { Seed = first + 1 } };
    }
}
