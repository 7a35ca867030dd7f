using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A bot at the end of one second of the run.</summary>
/// <param name="Second">The second of the run, counted from 1.</param>
/// <param name="State">The stage of the bot's visit.</param>
/// <param name="Requested">The rate that its controller requests; zero before the login.</param>
/// <param name="WindowBytes">The usable CWND in bytes; 0 for controllers without a window.</param>
/// <param name="ThresholdBytes">SSTHRESH in bytes; 0 for controllers without a window, and until it is set.</param>
/// <param name="RoundTrip">The round trip of the last ping; null before the first answer.</param>
/// <param name="Counters">Counted since the bot's start.</param>
internal readonly record struct BotSample(
    int Second, BotState State, DataRate Requested, double WindowBytes, double ThresholdBytes, Duration? RoundTrip,
    SessionCounters Counters);
