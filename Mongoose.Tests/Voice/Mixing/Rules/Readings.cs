using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Rules;

/// <summary>Readings of a path of 140 ms without losses and queues, from which a test departs.</summary>
internal static class Readings
{
    public static readonly Duration RoundTrip = Duration.FromMilliseconds(140);

    public static PathReading At(double seconds) => new(
        At: Instant.FromSeconds(seconds),
        RoundTrip: RoundTrip,
        Queueing: Duration.Zero,
        QueueingChange: Duration.Zero,
        QueueingGrowth: Duration.Zero,
        FairRate: DataRate.MaxValue,
        Delivered: DataRate.FromKilobitsPerSecond(627.2),
        LineRate: DataRate.Zero,
        LossShare: 0,
        LossShareTime: Duration.FromSeconds(2),
        LatestLossShare: 0,
        IsNewLossEvent: false,
        Acked: 1,
        Wanted: 8,
        IsInUse: true);

    /// <summary>A queue with a change within the last second, and the same speed of change in the last 0.3 s.</summary>
    public static PathReading Queue(double seconds, double milliseconds, double change = 0) => At(seconds) with
    {
        Queueing = Duration.FromMilliseconds(milliseconds),
        QueueingChange = Duration.FromMilliseconds(change),
        QueueingGrowth = Duration.FromMilliseconds(0.3 * change),
    };
}
