using Mongoose.Client.Runtime;
using Mongoose.Core.Units;

namespace Mongoose.Tests.OpenSim;

/// <summary>How late the viewers' thread runs, by a look every millisecond: packets of that time may be logged as if they had come at once.</summary>
internal sealed class LatenessProbe
{
    private static readonly Duration Interval = Duration.FromMilliseconds(1);

    private readonly RealTimeLoop _loop;
    private Instant _due;
    private Duration _longest;

    public LatenessProbe(RealTimeLoop loop)
    {
        _loop = loop;
        _loop.Invoke(() =>
        {
            _due = _loop.Now;
            Look();
        });
    }

    /// <summary>Since the probe was made.</summary>
    public Duration Longest => _loop.Invoke(() => _longest);

    private void Look()
    {
        _longest = Duration.Max(_longest, _loop.Now - _due);
        _due = _loop.Now + Interval;
        _loop.At(_due, Look);
    }
}
