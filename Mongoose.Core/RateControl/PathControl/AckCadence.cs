using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// How a viewer's acks come: how many a datagram carries, and how long it is between two datagrams. A frame that takes long stops them, and what
/// has arrived meanwhile waits in the viewer's socket.
/// </summary>
public struct AckCadence
{
    /// <summary>The weight of a datagram in the means: eight of them take about a second.</summary>
    private const double Smoothing = 0.125;

    /// <summary>A frame is long if so many intervals pass without acks, and at least <see cref="ShortestLongFrame"/>.</summary>
    private const double LongFrameIntervals = 3;

    private static readonly Duration ShortestLongFrame = Duration.FromMilliseconds(200);

    /// <summary>After so long there was nothing to acknowledge.</summary>
    private static readonly Duration Idling = Duration.FromSeconds(2);

    private Instant? _last;
    private Duration? _meanInterval;

    /// <summary>Packets that a datagram acknowledges, in the mean.</summary>
    public double MeanPackets { get; private set; }

    /// <summary>
    /// Notes a datagram; false if the viewer was busy before it, so that the times of its acks tell of the viewer and not of the path.
    /// </summary>
    /// <param name="packets">Packets that it acknowledges for the first time.</param>
    /// <param name="now">When it arrived.</param>
    public bool Note(int packets, Instant now)
    {
        MeanPackets += Smoothing * (packets - MeanPackets);
        Duration? interval = now - _last;
        _last = now;
        if (interval is not { } passed || passed < Duration.Zero || passed > Idling)
            return true;
        Duration mean = _meanInterval ?? passed;
        _meanInterval = mean + (passed - mean) * Smoothing;
        return passed <= ShortestLongFrame || passed <= mean * LongFrameIntervals;
    }
}
