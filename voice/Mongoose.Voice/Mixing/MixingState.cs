using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Voice.Mixing;

/// <summary>What a controller knows and does, for tables and statistics.</summary>
/// <param name="Streams">Streams that may be sent; 0 while only probes are sent.</param>
/// <param name="Mode">What the number of streams follows.</param>
/// <param name="RoundTrip">The smoothed round trip; zero before the first report.</param>
/// <param name="Queueing">The delay in queues towards the receiver.</param>
/// <param name="LossEventRate">p, 0 to 1.</param>
/// <param name="LossEvents">Loss events so far.</param>
/// <param name="FairRate">T; <see cref="DataRate.MaxValue"/> before the first loss.</param>
/// <param name="Delivered">The rate of IP bytes at which packets arrived lately.</param>
/// <param name="Changes">Changes of <paramref name="Streams"/> so far.</param>
/// <param name="Silence">The time so far in which only probes were sent, so that nobody was heard.</param>
public readonly record struct MixingState(
    int Streams, MixingMode Mode, Duration RoundTrip, Duration Queueing, double LossEventRate, long LossEvents, DataRate FairRate, DataRate Delivered,
    long Changes, Duration Silence);
