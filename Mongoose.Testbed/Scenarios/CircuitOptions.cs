using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Outbound;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Viewers on circuits of one region.</summary>
public sealed record CircuitOptions : FlowKind
{
    /// <summary>One of <see cref="OutboundNames.All"/>.</summary>
    public string Server { get; init; } = OutboundNames.Mongoose;

    /// <summary>What the viewer's controller is; its name.</summary>
    public string Controller { get; init; } = "fixed";

    /// <summary>What the viewer asks for at first, and always if its controller is the fixed one.</summary>
    public DataRate Throttle { get; init; } = DataRate.FromKilobitsPerSecond(1500);

    /// <summary>What the avatars of the region do.</summary>
    public Activity Activity { get; init; } = Activity.Walking;

    public Island Island { get; init; } = Island.Cathedral;

    /// <summary>Whether the viewer downloads textures all the time.</summary>
    public bool Textures { get; init; } = true;

    /// <summary>Objects that it is told of when it arrives.</summary>
    public int Prims { get; init; }
}
