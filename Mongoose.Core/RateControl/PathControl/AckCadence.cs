using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Measures a viewer's ack pattern: the acks per datagram and the time between two datagrams. During a long frame the viewer sends no acks,
/// and packets that arrive during the frame wait in its socket.
/// </summary>
public struct AckCadence
{
    /// <summary>Weight of a datagram in the means. Eight datagrams take about a second.</summary>
    private const double Smoothing = 0.125;

    /// <summary>A frame is long if this many mean intervals pass without acks, and at least <see cref="MinLongFrame"/>.</summary>
    private const double LongFrameIntervals = 3;

    private static readonly Duration MinLongFrame = Duration.FromMilliseconds(200);

    /// <summary>In a pause longer than this, the viewer had nothing to acknowledge.</summary>
    private static readonly Duration Idling = Duration.FromSeconds(2);

    /// <summary>Datagrams that arrive within this time were sent together.</summary>
    private static readonly Duration Together = Duration.FromMilliseconds(5);

    private bool _wasBusy;
    private Instant? _last;
    private Duration? _meanInterval;

    /// <summary>Mean time between two datagrams with acks; zero before the second one.</summary>
    public readonly Duration MeanInterval => _meanInterval ?? Duration.Zero;

    /// <summary>Mean number of packets that a datagram acknowledges.</summary>
    public double MeanPackets { get; private set; }

    /// <summary>
    /// Records a datagram. Returns false if the viewer was busy before it, so that the times of its acks reflect the viewer and not the
    /// path.
    /// </summary>
    /// <param name="packets">Packets that the datagram acknowledges for the first time.</param>
    /// <param name="now">When the datagram arrived.</param>
    public bool Record(int packets, Instant now)
    {
        MeanPackets += Smoothing * (packets - MeanPackets);
        Duration? interval = now - _last;
        _last = now;
        if (interval is not { } passed || passed < Duration.Zero || passed > Idling)
            return true;
        Duration mean = _meanInterval ?? passed;
        _meanInterval = mean + (passed - mean) * Smoothing;
        _wasBusy = passed > MinLongFrame && passed > mean * LongFrameIntervals || _wasBusy && passed <= Together;
        return !_wasBusy;
    }
}
