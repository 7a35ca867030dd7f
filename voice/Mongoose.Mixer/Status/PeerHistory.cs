using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Mixer.Status;

/// <summary>Ten minutes of a peer. Not thread-safe.</summary>
/// <param name="settings">The peer's settings.</param>
/// <param name="frame">The time of a frame.</param>
internal sealed class PeerHistory(PeerSettings settings, Duration frame)
{
    private readonly Series _alone = New(), _mixed = New(), _roundTrip = New(), _queue = New(), _lossEvents = New(), _missing = New(),
        _sent = New(), _received = New();

    private PeerSecond _last;

    /// <summary>What the peer's status means.</summary>
    public PeerVerdict Verdict => PeerVerdict.Of(_last.State, settings);

    /// <summary>Adds a second.</summary>
    public void Add(long point, in PeerSecond second)
    {
        MixingState mixing = second.State.Mixing;
        _alone.Add(point, second.State.Alone);
        _mixed.Add(point, second.State.Mixed);
        _roundTrip.Add(point, mixing.RoundTrip.Milliseconds);
        _queue.Add(point, mixing.Queueing.Milliseconds);
        _lossEvents.Add(point, 100 * mixing.LossEventRate);
        _missing.Add(point, MissingPercent(second));
        _sent.Add(point, second.Sent.KilobitsPerSecond);
        _received.Add(point, second.Received.KilobitsPerSecond);
        _last = second;
    }

    /// <summary>The peer on the page.</summary>
    public PagePeer Page()
    {
        PeerState state = _last.State;
        MixingState mixing = state.Mixing;
        PeerVerdict verdict = Verdict;
        return new PagePeer
        {
            Name = settings.Options.Name,
            Role = ResultNames.Of(settings.Options.Role),
            Status = ResultNames.Of(state.Status),
            Reason = verdict.Reason,
            IsHarmed = verdict.IsHarmed,
            Heard = state.Heard,
            Allowed = state.IsRendered ? null : mixing.Streams,
            Mode = ResultNames.Of(mixing.Mode),
            FairRate = mixing.FairRate == DataRate.MaxValue ? null : mixing.FairRate,
            IsMeasured = mixing.RoundTrip > Duration.Zero,
            Delay = state.Delay,
            Missing = state.Missing,
            Changes = mixing.Changes,
            Refused = state.Refused,
            Alone = _alone,
            Mixed = _mixed,
            RoundTrip = _roundTrip,
            Queue = _queue,
            LossEvents = _lossEvents,
            MissingPart = _missing,
            Sent = _sent,
            Received = _received,
        };
    }

    private double MissingPercent(in PeerSecond second)
    {
        long missing = second.State.Missing - _last.State.Missing;
        double expected = second.State.Heard * (second.Second - _last.Second) / frame.Seconds;
        return missing > 0 ? 100 * missing / Math.Max(missing, expected) : 0;
    }

    private static Series New() => new(first: 1);
}
