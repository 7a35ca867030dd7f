using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Mixing;

namespace Mongoose.Mixer.Results;

/// <summary>A peer's seconds, as columns of equal length; unmeasured values are null.</summary>
internal sealed record PeerSeries
{
    /// <summary>The end of each second, from the run's beginning.</summary>
    public required double[] Second { get; init; }

    public required IReadOnlyList<string> Status { get; init; }

    /// <summary>Sources heard from the peer.</summary>
    public required double[] Heard { get; init; }

    /// <summary>Streams that its path and its settings allow; null if it receives one rendered stream.</summary>
    public required double[] Allowed { get; init; }

    /// <summary>Streams sent with one voice.</summary>
    public required double[] Alone { get; init; }

    /// <summary>Voices that were mixed.</summary>
    public required double[] Mixed { get; init; }

    public required double[] RttMs { get; init; }
    public required double[] QueueMs { get; init; }

    /// <summary>p in percent.</summary>
    public required double[] LossEventPercent { get; init; }

    /// <summary>The rate of a TCP on this path; null before the first loss.</summary>
    public required double[] FairKbps { get; init; }

    /// <summary>IP bytes sent in the second.</summary>
    public required double[] SentKbps { get; init; }

    /// <summary>IP bytes received in the second.</summary>
    public required double[] ReceivedKbps { get; init; }

    /// <summary>Frames of its voices that were lost or late, since the run began.</summary>
    public required double[] Missing { get; init; }

    public static PeerSeries Of(IReadOnlyCollection<PeerSecond> seconds)
    {
        return new PeerSeries
        {
            Second = Each(second => second.Second),
            Status = seconds.Select(second => ResultNames.Of(second.State.Status)).ToArray(),
            Heard = Each(second => second.State.Heard),
            Allowed = Each(second => second.State.IsRendered ? double.NaN : second.State.Mixing.Streams),
            Alone = Each(second => second.State.Alone),
            Mixed = Each(second => second.State.Mixed),
            RttMs = Measured(mixing => mixing.RoundTrip.Milliseconds),
            QueueMs = Measured(mixing => mixing.Queueing.Milliseconds),
            LossEventPercent = Measured(mixing => mixing.LossEventRate * 100),
            FairKbps = Each(second => second.State.Mixing.FairRate == DataRate.MaxValue ? double.NaN
                : second.State.Mixing.FairRate.KilobitsPerSecond),
            SentKbps = Each(second => second.Sent.KilobitsPerSecond),
            ReceivedKbps = Each(second => second.Received.KilobitsPerSecond),
            Missing = Each(second => second.State.Missing),
        };

        double[] Each(Func<PeerSecond, double> value) => seconds.Select(value).ToArray();

        // Without a report there is no round trip.
        double[] Measured(Func<MixingState, double> value) =>
            Each(second => second.State.Mixing.RoundTrip > Duration.Zero ? value(second.State.Mixing) : double.NaN);
    }
}
