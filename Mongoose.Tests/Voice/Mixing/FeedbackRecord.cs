using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Voice.Mixing;

/// <summary>
/// The packets that feedback has shown, by the frame in which they were sent: a rate is that of 15 frames with packets, 300 ms. Frames
/// without packets take no time.
/// </summary>
internal sealed class FeedbackRecord(StreamPackets packets)
{
    private const int RateFrames = 15;

    /// <summary>Two seconds, and the time of a rate on both sides.</summary>
    private const int RecentFrames = 100 + 2 * RateFrames;

    private readonly List<(uint End, int Acknowledged)> _frames = [];
    private int _newest;

    public void Sent(uint next)
    {
        if (_frames.Count == 0 ? next > 0 : next > _frames[^1].End)
            _frames.Add((next, 0));
    }

    public void Acknowledged(uint number)
    {
        while (number >= _frames[_newest].End)
            _newest++;
        _frames[_newest] = _frames[_newest] with { Acknowledged = _frames[_newest].Acknowledged + 1 };
    }

    public DataRate LargestRate
    {
        get
        {
            int largest = 0;
            for (int first = Math.Max(0, _newest - RecentFrames); first <= _newest; first++)
            {
                int sum = 0;
                for (int frame = first; frame < Math.Min(first + RateFrames, _frames.Count); frame++)
                    sum += _frames[frame].Acknowledged;
                largest = Math.Max(largest, sum);
            }
            return packets.RateOf(1) * (largest / (double)RateFrames);
        }
    }
}
