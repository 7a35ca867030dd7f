using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Radios;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A link of a scenario, in both directions.</summary>
/// <param name="Name">The link's name in flows and figures.</param>
/// <param name="Down">The direction towards viewers and receivers.</param>
/// <param name="Up">The direction towards servers and senders.</param>
/// <param name="DownClamp">The clamp of TCP flows whose data travels down; null if there is none.</param>
/// <param name="UpClamp">The clamp of TCP flows whose data travels up; null if there is none.</param>
/// <param name="Radio">
/// The medium that both directions share; null if there is none. A copy for one run has it as the bandwidth of both.
/// </param>
internal sealed record DuplexLink(
    string Name, LinkOptions Down, LinkOptions Up, ClampOptions? DownClamp, ClampOptions? UpClamp, RadioOptions? Radio)
{
    /// <summary>The options of both directions with their clamps.</summary>
    public LinkPairOptions Pair => new() { Down = Down, Up = Up, DownClamp = DownClamp, UpClamp = UpClamp };

    public Duration RoundTrip => Down.Delay + Up.Delay;

    /// <summary>A copy of the link for one run, with its own random number streams.</summary>
    /// <param name="number">The link's index in the scenario.</param>
    public DuplexLink WithSeed(long seed, int number)
    {
        long first = seed * 1_000_003 + number * 2L;
        LinkOptions down = Down with { Seed = first }, up = Up with { Seed = first + 1 };
        if (Radio is not { } radio)
            return this with { Down = down, Up = up };
        RadioMedium medium = new(radio, first);
        return this with { Down = down with { Bandwidth = medium.Bandwidth }, Up = up with { Bandwidth = medium.Bandwidth } };
    }
}
