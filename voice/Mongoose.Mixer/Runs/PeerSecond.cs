using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Runs;

/// <summary>A peer's figures in one second of a run.</summary>
/// <param name="Second">The end of the second, from the run's beginning.</param>
/// <param name="State">The state at the end of the second; its counters are those of the whole run.</param>
/// <param name="Sent">IP bytes sent in the second, as a rate.</param>
/// <param name="Received">IP bytes received in the second, as a rate.</param>
internal readonly record struct PeerSecond(double Second, PeerState State, DataRate Sent, DataRate Received);
