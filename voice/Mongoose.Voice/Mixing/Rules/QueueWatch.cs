using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Watches the queue while the sender takes it for its own. Above <see cref="DelayLimit"/> it asks for fewer streams: at first no more than
/// arrive, then one less at a time. If the queue does not fall although streams were taken away twice, others keep it
/// (<see cref="DrainTrial"/>).
/// </summary>
internal struct QueueWatch(Instant longAgo)
{
    /// <summary>
    /// How long a drain may take to show: in addition to a round trip, in which it arrives, or in round trips. The change within a second
    /// is looked at.
    /// </summary>
    private static readonly Duration ShortestLook = Duration.FromSeconds(1.5);

    private const double LookRoundTrips = 3;

    /// <summary>
    /// The backlog of a try that failed drains as slowly as the path has little to spare; it says nothing about the streams that are left.
    /// Nor can a last stream be taken away, so only time shows whose queue it is.
    /// </summary>
    private static readonly Duration LongLook = Duration.FromSeconds(6);

    /// <summary>A queue of so many limits that falls by less than this within a second would be heard for too long.</summary>
    private const double TooLong = 2;

    private static readonly Duration TooSlow = Duration.FromMilliseconds(-50);

    /// <summary>A queue that has changed by less within a second does not fall.</summary>
    private static readonly Duration Falls = Duration.FromMilliseconds(-3);

    /// <summary>A queue that has grown by more within 0.3 s gets more than the path delivers.</summary>
    private static readonly Duration Grows = Duration.FromMilliseconds(10);

    /// <summary>Time until the delivered rate is that of the reduced streams, in addition to a round trip.</summary>
    private static readonly Duration Measuring = Duration.FromMilliseconds(300);

    /// <summary>The delivered rate is measured with an error of a fraction of a stream.</summary>
    private const double Tolerance = 0.25;

    private DrainTrial _trial;
    private Instant _lookAt = longAgo, _deliveredAt = longAgo;

    /// <summary>The queue is short: whatever was tried, it has drained.</summary>
    public void Forget() => _trial.Reset();

    /// <summary>Losses have taken streams away: the backlog that is left says nothing about the others.</summary>
    public void Wait(in PathReading reading) => _lookAt = Instant.Max(_lookAt, reading.At + reading.RoundTrip + ShortestLook);

    /// <summary>Judges the queue.</summary>
    /// <param name="streams">The present streams, at least 1.</param>
    /// <param name="delivered">The streams, not necessarily whole, that arrive.</param>
    /// <param name="isTrying">Whether the last stream is a try.</param>
    /// <param name="fewer">The streams to send from now on, at most the present ones.</param>
    /// <returns>Whether others keep the queue.</returns>
    public bool IsOfOthers(int streams, double delivered, bool isTrying, in PathReading reading, out int fewer)
    {
        fewer = streams;
        _trial.Note(reading.Queueing);
        if (reading.Queueing <= DelayLimit.Of(streams, isTrying))
            return false;
        int arriving = (int)Math.Floor(delivered + Tolerance);
        if (reading.At < _lookAt)
        {
            if (reading.At >= _deliveredAt && reading.QueueingGrowth > Grows)
                fewer = Lower(Math.Min(streams, arriving), reading);
            return false;
        }
        if (reading.QueueingChange < Falls)
        {
            if (reading.Queueing > DelayLimit.Of(streams) * TooLong && reading.QueueingChange > TooSlow)
                fewer = Look(streams - 1, reading);
            return false;
        }
        if (_trial.HasFailed(reading.Queueing))
        {
            _trial.Reset();
            return true;
        }
        _trial.Begin(streams, reading.Queueing);
        fewer = Look(Math.Min(streams - 1, arriving), reading);
        if (isTrying || streams == 1)
            _lookAt = Instant.Max(_lookAt, reading.At + LongLook);
        return false;
    }

    private int Look(int streams, in PathReading reading)
    {
        _lookAt = reading.At + Duration.Max(reading.RoundTrip + ShortestLook, reading.RoundTrip * LookRoundTrips);
        return Lower(streams, reading);
    }

    private int Lower(int streams, in PathReading reading)
    {
        _deliveredAt = reading.At + reading.RoundTrip + Measuring;
        return Math.Max(1, streams);
    }
}
