using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Both ends of a peer that shares particles, each on its site. Its owner calls it on a thread that does not belong to a site.
/// </summary>
internal sealed class PeerPair
{
    /// <summary>The site of the sender.</summary>
    public required Site Sending { get; init; }

    /// <summary>The site of the receiver.</summary>
    public required Site Receiving { get; init; }

    /// <summary>The sender, to be used on its site.</summary>
    public required IStateSender Sender { get; init; }

    /// <summary>Connects the ends.</summary>
    public required Action Open { get; init; }

    /// <summary>Ends both, at the end of the run.</summary>
    public required Action Close { get; init; }

    /// <summary>Reads why the connection failed; null if it has not failed.</summary>
    public Func<string?> FailureOf { get; init; } = () => null;

    public string? Failure => FailureOf();
}

/// <summary>The parts from which a peer is made.</summary>
/// <param name="Place">The place where the flow lives.</param>
/// <param name="Member">The flow's number in the group, from 1.</param>
/// <param name="Number">The number of flows with particles created before.</param>
internal sealed record PeerRequest(Place Place, FlowGroup Group, ParticleOptions Options, int Member, int Number, FlowRecord Record);
