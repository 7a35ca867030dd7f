using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Both ends of a peer that shares particles, each on its site. Its owner calls it on a thread that does not belong to a site.
/// </summary>
/// <param name="Sending">The site of the sender.</param>
/// <param name="Receiving">The site of the receiver.</param>
/// <param name="Sender">The sender, to be used on its site.</param>
/// <param name="Open">Connects the ends.</param>
/// <param name="Close">Ends both, at the end of the run.</param>
/// <param name="FailureOf">Reads why the connection failed; null if it cannot fail.</param>
internal sealed record PeerPair(
    Site Sending, Site Receiving, IStateSender Sender, Action Open, Action Close, Func<string?>? FailureOf = null)
{
    public string? Failure => FailureOf?.Invoke();
}

/// <summary>The parts from which a peer is made.</summary>
/// <param name="Place">The place where the flow lives.</param>
/// <param name="Member">The flow's number in the group, from 1.</param>
/// <param name="Number">The number of flows with particles created before.</param>
internal sealed record PeerRequest(Place Place, FlowGroup Group, ParticleOptions Options, int Member, int Number, FlowRecord Record);
