using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Runs;

/// <summary>Collects a peer's figures second by second. Totals cover the whole run; seconds are kept up to a limit.</summary>
/// <param name="keptSeconds">The number of seconds to keep; older seconds are dropped.</param>
/// <param name="frame">The length of a frame.</param>
internal sealed class PeerRecord(int keptSeconds, Duration frame)
{
    /// <summary>The time that a controller needs before its number of streams reflects the path.</summary>
    public static readonly Duration SettlingTime = Duration.FromSeconds(10);

    private readonly Queue<PeerSecond> _seconds = new();
    private readonly MillisecondHistogram _queueing = new(), _roundTrips = new();
    private double? _openedAt;
    private double _expectedFrames;

    public IReadOnlyCollection<PeerSecond> Seconds => _seconds;

    /// <summary>The newest second.</summary>
    public PeerSecond Last { get; private set; }

    /// <summary>When audio first passed, in seconds from the run's beginning; NaN for never.</summary>
    public double OpenedS => _openedAt ?? double.NaN;

    /// <summary>Whether a packet has arrived from the peer.</summary>
    public bool WasHeard => Last.State is { ReceivedPackets: > 0 } or { ReceivedBytes: > 0 };

    /// <summary>Seconds in which no packet arrived from the peer.</summary>
    public double SilentSeconds { get; private set; }

    /// <summary>
    /// The minimum number of streams sent to the peer after <see cref="SettlingTime"/> while its path did not carry each voice in a stream
    /// of its own; NaN if the path always did, or if the peer receives one rendered stream.
    /// </summary>
    public double MinStreams { get; private set; } = double.NaN;

    public DataRate PeakSent { get; private set; }

    public double P95QueueMs => _queueing.Quantile(0.95);

    public double P95RttMs => _roundTrips.Quantile(0.95);

    /// <summary>
    /// The expected frames of the peer's voices, from the number of voices at each second's end; at least the missing frames.
    /// </summary>
    public double ExpectedFrames => Math.Max(_expectedFrames, Last.State.Missing);

    /// <summary>Records the state at the end of an interval.</summary>
    public void Add(in PeerState state, double second)
    {
        double length = Math.Max(1e-3, second - Last.Second);
        PeerSecond now = new(second, state, Rate(state.SentBytes - Last.State.SentBytes, length),
            Rate(state.ReceivedBytes - Last.State.ReceivedBytes, length));
        if (state.ReceivedBytes == Last.State.ReceivedBytes)
            SilentSeconds += length;
        CountStreams(state, second);
        if (state.Mixing.RoundTrip > Duration.Zero)
        {
            _queueing.Add(state.Mixing.Queueing);
            _roundTrips.Add(state.Mixing.RoundTrip);
        }
        _expectedFrames += state.Heard * length / frame.Seconds;
        PeakSent = now.Sent > PeakSent ? now.Sent : PeakSent;
        Last = now;
        if (keptSeconds == 0)
            return;
        if (_seconds.Count == keptSeconds)
            _seconds.Dequeue();
        _seconds.Enqueue(now);
    }

    private void CountStreams(in PeerState state, double second)
    {
        // A program that only listens stays silent, but still receives audio.
        bool passes = state.Status is PeerStatus.Open or PeerStatus.Probing
            || state.Status == PeerStatus.Silent && state.SentPackets > Last.State.SentPackets;
        if (passes)
            _openedAt ??= second;
        bool isLimited = !state.IsRendered && (state.Mixed > 0 || state.Status == PeerStatus.Probing);
        if (passes && isLimited && second - _openedAt >= SettlingTime.Seconds)
            MinStreams = double.MinNumber(MinStreams, state.Mixing.Streams);
    }

    private static DataRate Rate(long bytes, double seconds) => DataRate.FromKilobitsPerSecond(bytes * 8 / 1e3 / seconds);
}
