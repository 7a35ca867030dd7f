using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>A sender's measurements of its path after a report.</summary>
/// <param name="At">When the report arrived.</param>
/// <param name="RoundTrip">R: the smoothed round trip, without the time that the receiver held the report; above zero.</param>
/// <param name="Queueing">The delay in queues towards the receiver; at least zero.</param>
/// <param name="QueueingChange">The change of that delay within the last second; negative if queues drain.</param>
/// <param name="QueueingGrowth">The change within the last 0.3 s.</param>
/// <param name="FairRate">T: the rate of a TCP with the same losses; <see cref="DataRate.MaxValue"/> before the first loss.</param>
/// <param name="Delivered">The recent rate of arrivals, in IP bytes.</param>
/// <param name="LineRate">A lower bound of the line's rate: the largest rate of arrivals for a moment.</param>
/// <param name="LossShare">The recent share of lost packets, 0 to 1; 0 if too few are known.</param>
/// <param name="LossShareTime">The time that <see cref="LossShare"/> covers.</param>
/// <param name="LatestLossShare">The share of lost packets in the last two seconds.</param>
/// <param name="IsNewLossEvent">Whether a loss event has begun since the last reading.</param>
/// <param name="Acked">Packets acknowledged for the first time since the last reading.</param>
/// <param name="IsInUse">Whether all the streams that the rule permits were sent since the last reading.</param>
/// <param name="Wanted">The streams that the sources need.</param>
internal readonly record struct PathReading(
    Instant At, Duration RoundTrip, Duration Queueing, Duration QueueingChange, Duration QueueingGrowth, DataRate FairRate,
    DataRate Delivered, DataRate LineRate, double LossShare, Duration LossShareTime, double LatestLossShare, bool IsNewLossEvent,
    int Acked, int Wanted, bool IsInUse);
