using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>
/// PIE's measurement of the departure rate (RFC 8033 section 5.2, appendix B): the average time to send DQ_THRESHOLD bytes. A measurement
/// starts when at least DQ_THRESHOLD bytes wait, so that the line is not idle before it ends.
/// </summary>
internal struct DepartureRate
{
    private double _averageNanoseconds;
    private Instant _start;
    private long _departedBytes;
    private bool _measuring;

    /// <summary>A measurement that has started.</summary>
    public static DepartureRate Measuring(Instant start) => new() { _start = start, _measuring = true };

    /// <param name="queuedBytes">The bytes left in the queue.</param>
    /// <param name="threshold">DQ_THRESHOLD in bytes.</param>
    public void OnDeparture(int packetBytes, long queuedBytes, int threshold, Instant now)
    {
        if (_measuring)
        {
            _departedBytes += packetBytes;
            if (_departedBytes >= threshold)
                Finish(threshold, now);
        }
        if (!_measuring && queuedBytes >= threshold)
            (_measuring, _start, _departedBytes) = (true, now, 0);
    }

    /// <summary>The time to send the given number of bytes, to the nearest nanosecond; zero before the first measurement.</summary>
    public readonly Duration TimeFor(long bytes, int threshold) => Duration.FromNanoseconds(bytes * _averageNanoseconds / threshold);

    private void Finish(int threshold, Instant now)
    {
        double weight = threshold / 65536.0, time = (now - _start).Nanoseconds;
        _averageNanoseconds = _averageNanoseconds == 0 ? time : time * weight + _averageNanoseconds * (1 - weight);
        _measuring = false;
    }
}
