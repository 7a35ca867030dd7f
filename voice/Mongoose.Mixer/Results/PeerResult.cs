using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Mixer.Results;

/// <summary>One peer's figures.</summary>
internal sealed record PeerResult
{
    public required string Name { get; init; }
    public required PeerRole Role { get; init; }
    public required string Codec { get; init; }
    public required string Rule { get; init; }

    /// <summary>The status at the end of the run.</summary>
    public required PeerStatus Status { get; init; }

    /// <summary>When audio first passed, in seconds from the run's beginning.</summary>
    public required double OpenedS { get; init; }

    public required double SilentSeconds { get; init; }
    public required double MinStreams { get; init; }
    public required double ProbingSeconds { get; init; }
    public required long Changes { get; init; }
    public required double P95QueueMs { get; init; }
    public required double P95RttMs { get; init; }
    public required double MaxDelayMs { get; init; }
    public required long LossEvents { get; init; }
    public required long Missing { get; init; }
    public required long LeftOut { get; init; }
    public required long Refused { get; init; }
    public required long BreakerTrips { get; init; }
    public required double SentKbps { get; init; }
    public required double PeakSentKbps { get; init; }
    public required double ReceivedKbps { get; init; }
    public required long SentPackets { get; init; }
    public required long SentBytes { get; init; }
    public required long ReceivedPackets { get; init; }
    public required long ReceivedBytes { get; init; }
    public required PeerSeries Seconds { get; init; }

    public static PeerResult Of(PeerRecord record, PeerSettings settings, Duration length)
    {
        PeerState last = record.Last.State;
        MixingState mixing = last.Mixing;
        double seconds = Math.Max(1e-3, length.Seconds);
        return new PeerResult
        {
            Name = settings.Options.Name,
            Role = settings.Options.Role,
            Codec = settings.Options.Codec,
            Rule = settings.Options.EffectiveRule,
            Status = last.Status,
            OpenedS = record.OpenedS,
            SilentSeconds = record.SilentSeconds,
            MinStreams = record.MinStreams,
            ProbingSeconds = mixing.Silence.Seconds,
            Changes = mixing.Changes,
            P95QueueMs = record.P95QueueMs,
            P95RttMs = record.P95RttMs,
            MaxDelayMs = last.MaxDelay.Milliseconds,
            LossEvents = mixing.LossEvents,
            Missing = last.Missing,
            LeftOut = last.LeftOut,
            Refused = last.Refused,
            BreakerTrips = last.Trips,
            SentKbps = last.SentBytes * 8 / 1e3 / seconds,
            PeakSentKbps = record.PeakSent.KilobitsPerSecond,
            ReceivedKbps = last.ReceivedBytes * 8 / 1e3 / seconds,
            SentPackets = last.SentPackets,
            SentBytes = last.SentBytes,
            ReceivedPackets = last.ReceivedPackets,
            ReceivedBytes = last.ReceivedBytes,
            Seconds = PeerSeries.Of(record.Seconds),
        };
    }
}
