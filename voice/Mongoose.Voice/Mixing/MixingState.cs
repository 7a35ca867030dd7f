using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Voice.Mixing;

/// <summary>The measurements and decisions of a controller, for tables and statistics.</summary>
/// <param name="Streams">Streams that may be sent; 0 while only probes are sent.</param>
/// <param name="Mode">The signal that decides the number of streams.</param>
/// <param name="RoundTrip">The smoothed round trip; zero before the first report.</param>
/// <param name="Queueing">The delay in queues towards the receiver.</param>
/// <param name="LossEventRate">p, 0 to 1.</param>
/// <param name="LossEvents">Loss events so far.</param>
/// <param name="FairRate">T; <see cref="DataRate.MaxValue"/> before the first loss.</param>
/// <param name="Delivered">The recent rate of arrivals, in IP bytes.</param>
/// <param name="Changes">Changes of <paramref name="Streams"/> so far.</param>
/// <param name="Silence">The time so far in which only probes were sent, so that the peer received no voice.</param>
public readonly record struct MixingState(
    int Streams, MixingMode Mode, Duration RoundTrip, Duration Queueing, double LossEventRate, long LossEvents, DataRate FairRate,
    DataRate Delivered,
    long Changes, Duration Silence)
{
    /// <summary>This state with the totals of an earlier controller of the same peer, so that they never decrease.</summary>
    internal MixingState After(in MixingState earlier) => this with
    {
        LossEvents = earlier.LossEvents + LossEvents,
        Changes = earlier.Changes + Changes,
        Silence = earlier.Silence + Silence,
    };
}
