using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>A sender's measurements of its path after a report.</summary>
internal readonly record struct PathReading
{
    /// <summary>When the report arrived.</summary>
    public required Instant At { get; init; }

    /// <summary>R: the smoothed round trip, without the time that the receiver held the report; above zero.</summary>
    public required Duration RoundTrip { get; init; }

    /// <summary>The delay in queues towards the receiver; at least zero.</summary>
    public required Duration Queueing { get; init; }

    /// <summary>The change of that delay within the last second; negative if queues drain.</summary>
    public required Duration QueueingChange { get; init; }

    /// <summary>The change within the last 0.3 s.</summary>
    public required Duration QueueingGrowth { get; init; }

    /// <summary>T: the rate of a TCP with the same losses; <see cref="DataRate.MaxValue"/> before the first loss.</summary>
    public required DataRate FairRate { get; init; }

    /// <summary>The recent rate of arrivals, in IP bytes.</summary>
    public required DataRate Delivered { get; init; }

    /// <summary>The recent share of lost packets, 0 to 1; 0 if too few are known.</summary>
    public required double LossShare { get; init; }

    /// <summary>The time that <see cref="LossShare"/> covers.</summary>
    public required Duration LossShareTime { get; init; }

    /// <summary>Whether a loss event has begun since the last reading.</summary>
    public required bool IsNewLossEvent { get; init; }

    /// <summary>Packets acknowledged for the first time since the last reading.</summary>
    public required int Acked { get; init; }

    /// <summary>Whether all the streams that the rule permits were sent since the last reading.</summary>
    public required bool IsInUse { get; init; }
}
