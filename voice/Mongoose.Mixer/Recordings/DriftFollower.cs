using Mongoose.Core.Units;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// Follows the drift between a source's clock and the recorder's. Queues only increase the delay of packets, so the minimum of ten seconds
/// shows the drift, and queues that last longer. A drift below <see cref="Tolerance"/> is ignored; the excess is corrected sample by
/// sample, which is not audible.
/// </summary>
/// <param name="rate">Ticks of timestamps per second.</param>
internal sealed class DriftFollower(int rate)
{
    private static readonly Duration Window = Duration.FromSeconds(10), Tolerance = Duration.FromMilliseconds(100);

    private const int MinPackets = 50;

    /// <summary>Corrects at most one tick in this number: clocks differ by at most 300 in a million.</summary>
    private const int TicksPerMove = 1000;

    private long? _reference;
    private long _left, _movedAt, _windowStart, _min = long.MaxValue;
    private int _packets;

    /// <summary>Takes the next packet, in order.</summary>
    /// <param name="timestamp">The packet's extended timestamp.</param>
    /// <param name="delay">The ticks from the packet's place to its arrival.</param>
    /// <returns>The ticks by which to delay this and later packets.</returns>
    public long Next(long timestamp, long delay)
    {
        if (_packets == 0)
            _windowStart = timestamp;
        _packets++;
        _min = Math.Min(_min, delay);
        if (_packets >= MinPackets && timestamp - _windowStart >= Window.Seconds * rate)
            EndWindow(timestamp);
        return Move(timestamp);
    }

    private void EndWindow(long timestamp)
    {
        _reference ??= _min;
        long drift = _min - _reference.Value, tolerance = (long)(Tolerance.Seconds * rate);
        _left = drift - Math.Clamp(drift, -tolerance, tolerance);
        (_movedAt, _packets, _min) = (timestamp, 0, long.MaxValue);
    }

    private long Move(long timestamp)
    {
        if (_left == 0)
            return 0;
        long max = (timestamp - _movedAt) / TicksPerMove, moved = Math.Clamp(_left, -max, max);
        if (moved == 0)
            return 0;
        _left -= moved;
        _movedAt = timestamp;
        return moved;
    }
}
