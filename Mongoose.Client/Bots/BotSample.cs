using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A bot at the end of one second of the run.</summary>
/// <param name="Second">Which one, from 1.</param>
/// <param name="State">How far it is.</param>
/// <param name="Requested">The rate that its controller asks for; zero before the login.</param>
/// <param name="WindowBytes">CWND in bytes, as far as it may be used; 0 for controllers without one.</param>
/// <param name="ThresholdBytes">SSTHRESH in bytes; 0 likewise, and until it is set.</param>
/// <param name="RoundTrip">Of the last ping; null before the first answer.</param>
/// <param name="Counters">Since its start.</param>
internal readonly record struct BotSample(
    int Second, BotState State, DataRate Requested, double WindowBytes, double ThresholdBytes, Duration? RoundTrip, SessionCounters Counters);
