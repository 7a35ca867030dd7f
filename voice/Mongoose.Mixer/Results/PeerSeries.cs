using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Mixing;

namespace Mongoose.Mixer.Results;

/// <summary>A peer's seconds, as columns of equal length; unmeasured values are null.</summary>
/// <param name="Second">The end of each second, from the run's beginning.</param>
/// <param name="Heard">Active sources of the peer at the end of the second.</param>
/// <param name="Allowed">Streams that its path and its settings allow; null if it receives one rendered stream.</param>
/// <param name="Alone">Streams sent with one voice in the second's last frame.</param>
/// <param name="Mixed">Voices that were mixed in the second's last frame.</param>
/// <param name="LossEventPercent">The loss event rate, in percent.</param>
/// <param name="FairKbps">The rate that a TCP flow would get on this path; null before the first loss.</param>
/// <param name="SentKbps">The rate of IP bytes sent in the second.</param>
/// <param name="ReceivedKbps">The rate of IP bytes received in the second.</param>
/// <param name="Missing">Frames of its voices that were lost or late, since the run began.</param>
internal sealed record PeerSeries(
    double[] Second, IReadOnlyList<string> Status, double[] Heard, double[] Allowed, double[] Alone, double[] Mixed, double[] RttMs,
    double[] QueueMs, double[] LossEventPercent, double[] FairKbps, double[] SentKbps, double[] ReceivedKbps, double[] Missing)
{
    public static PeerSeries Of(IReadOnlyCollection<PeerSecond> seconds)
    {
        return new PeerSeries(
            Second: Each(second => second.Second),
            Status: seconds.Select(second => ResultNames.Of(second.State.Status)).ToArray(),
            Heard: Each(second => second.State.Heard),
            Allowed: Each(second => second.State.IsRendered ? double.NaN : second.State.Mixing.Streams),
            Alone: Each(second => second.State.Alone),
            Mixed: Each(second => second.State.Mixed),
            RttMs: Measured(mixing => mixing.RoundTrip.Milliseconds),
            QueueMs: Measured(mixing => mixing.Queueing.Milliseconds),
            LossEventPercent: Measured(mixing => mixing.LossEventRate * 100),
            FairKbps: Each(second => second.State.Mixing.FairRate == DataRate.MaxValue ? double.NaN
                : second.State.Mixing.FairRate.KilobitsPerSecond),
            SentKbps: Each(second => second.Sent.KilobitsPerSecond),
            ReceivedKbps: Each(second => second.Received.KilobitsPerSecond),
            Missing: Each(second => second.State.Missing));

        double[] Each(Func<PeerSecond, double> value) => seconds.Select(value).ToArray();

        // Without a report there is no round trip.
        double[] Measured(Func<MixingState, double> value) =>
            Each(second => second.State.Mixing.RoundTrip > Duration.Zero ? value(second.State.Mixing) : double.NaN);
    }
}
