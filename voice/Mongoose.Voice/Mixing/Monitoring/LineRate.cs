using System.Runtime.CompilerServices;
using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// A lower bound of the line's rate: the rate at which the sender's packets arrive. While others send, it is the sender's part of the line.
/// When they pause, the packets that have waited behind theirs arrive one after the other, at the rate of the line.
/// </summary>
internal struct LineRate
{
    /// <summary>
    /// The time of sending of the packets that are measured. If the receiver stands still for a third of it, the rate is too large by half.
    /// </summary>
    private static readonly Duration Window = Duration.FromMilliseconds(150);

    /// <summary>The shortest time of arrival: receivers report times in units of a millisecond, and their clocks may be uneven.</summary>
    private static readonly Duration MinTime = Duration.FromMilliseconds(20);

    /// <summary>Packets that are sent within this time are one sample.</summary>
    private static readonly Duration Spacing = Duration.FromMilliseconds(5);

    private Samples _samples;
    private int _count, _newest;
    private long _bytes;
    private DataRate _largest;

    /// <summary>The largest rate since the last call; zero if there was none.</summary>
    public DataRate Take()
    {
        DataRate largest = _largest;
        _largest = DataRate.Zero;
        return largest;
    }

    /// <summary>Adds a packet.</summary>
    /// <param name="arrivedAt">When it arrived, on the receiver's clock.</param>
    public void Add(in SentPacket packet, Instant arrivedAt)
    {
        _bytes += packet.Bytes;
        Duration since = _count == 0 ? Spacing : packet.FirstSent - _samples[_newest].SentAt;
        if (since < Spacing)
            return;
        // After a pause, and on another clock, the next measurement begins.
        if (since > Window || _count > 0 && arrivedAt < _samples[_newest].ArrivedAt - Window)
            _count = 0;
        _newest = (_newest + 1) % Samples.Count;
        _samples[_newest] = new Sample(packet.FirstSent, arrivedAt, _bytes);
        _count = Math.Min(_count + 1, Samples.Count);
        Measure();
    }

    private void Measure()
    {
        Sample newest = _samples[_newest];
        for (int back = 1; back < _count; back++)
        {
            Sample older = _samples[(_newest - back + Samples.Count) % Samples.Count];
            if (newest.SentAt - older.SentAt < Window)
                continue;
            Duration time = Duration.Max(newest.ArrivedAt - older.ArrivedAt, MinTime);
            _largest = DataRate.Max(_largest, DataRate.Of(newest.Bytes - older.Bytes, time));
            return;
        }
    }

    private readonly record struct Sample(Instant SentAt, Instant ArrivedAt, long Bytes);

    /// <summary>Enough for <see cref="Window"/> at a sample in each <see cref="Spacing"/>.</summary>
    [InlineArray(Count)]
    private struct Samples
    {
        public const int Count = 32;

        private Sample _first;
    }
}
