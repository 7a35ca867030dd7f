using Mongoose.Core.Units;
using Mongoose.Testbed.Links;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A link of a scenario, both ways.</summary>
/// <param name="Name">Flows and figures call it so.</param>
/// <param name="Down">Towards viewers and receivers.</param>
/// <param name="Up">Towards servers and senders.</param>
public sealed record DuplexLink(string Name, LinkOptions Down, LinkOptions Up)
{
    public Duration RoundTrip => Down.Delay + Up.Delay;
}
