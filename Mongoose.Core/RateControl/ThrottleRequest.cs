using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>The content of the next AgentThrottle message.</summary>
/// <param name="Generation">
/// Counts the requests of a circuit from 1. It is sent in the GenCounter field and matches acknowledgements to requests.
/// </param>
/// <param name="Rate">The circuit rate that the controller asks for.</param>
/// <param name="Channels">
/// The rate divided between channels as viewers divide it. The total of the split is at least
/// <see cref="ViewerSplit.MinimumViewerKilobits"/>.
/// </param>
public readonly record struct ThrottleRequest(uint Generation, DataRate Rate, ChannelRates Channels);
