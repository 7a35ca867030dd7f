using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>What the next AgentThrottle message has to say.</summary>
/// <param name="Generation">Counts the requests of a circuit from 1; the GenCounter field, by which an acknowledgement is matched.</param>
/// <param name="Rate">The circuit rate that the controller asks for.</param>
/// <param name="Channels">
/// The rate divided as viewers do; the split is never less than <see cref="ViewerSplit.MinimumViewerKilobits"/> in all.
/// </param>
public readonly record struct ThrottleRequest(uint Generation, DataRate Rate, ChannelRates Channels);
