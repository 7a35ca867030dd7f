using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Mixer.Results;

/// <summary>One peer's figures.</summary>
/// <param name="Status">The status at the end of the run.</param>
/// <param name="OpenedS">When audio first passed, in seconds from the run's beginning.</param>
internal sealed record PeerResult(
    string Name, PeerRole Role, string Codec, string Rule, PeerStatus Status, double OpenedS, double SilentSeconds, double MinStreams,
    double ProbingSeconds, long Changes, double P95QueueMs, double P95RttMs, double MaxDelayMs, long LossEvents, long Missing,
    long LeftOut, long Refused, long BreakerTrips, double SentKbps, double PeakSentKbps, double ReceivedKbps, long SentPackets,
    long SentBytes, long ReceivedPackets, long ReceivedBytes, PeerSeries Seconds)
{
    public static PeerResult Of(PeerRecord record, PeerSettings settings, Duration length)
    {
        PeerState last = record.Last.State;
        MixingState mixing = last.Mixing;
        double seconds = Math.Max(1e-3, length.Seconds);
        return new PeerResult(
            Name: settings.Options.Name,
            Role: settings.Options.Role,
            Codec: settings.Options.Codec,
            Rule: settings.Options.EffectiveRule,
            Status: last.Status,
            OpenedS: record.OpenedS,
            SilentSeconds: record.SilentSeconds,
            MinStreams: record.MinStreams,
            ProbingSeconds: mixing.Silence.Seconds,
            Changes: mixing.Changes,
            P95QueueMs: record.P95QueueMs,
            P95RttMs: record.P95RttMs,
            MaxDelayMs: last.MaxDelay.Milliseconds,
            LossEvents: mixing.LossEvents,
            Missing: last.Missing,
            LeftOut: last.LeftOut,
            Refused: last.Refused,
            BreakerTrips: last.Trips,
            SentKbps: last.SentBytes * 8 / 1e3 / seconds,
            PeakSentKbps: record.PeakSent.KilobitsPerSecond,
            ReceivedKbps: last.ReceivedBytes * 8 / 1e3 / seconds,
            SentPackets: last.SentPackets,
            SentBytes: last.SentBytes,
            ReceivedPackets: last.ReceivedPackets,
            ReceivedBytes: last.ReceivedBytes,
            Seconds: PeerSeries.Of(record.Seconds));
    }
}
