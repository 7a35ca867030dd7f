using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Round trips of a line and the time in them that packets queue. The queue is measured from a reference: the round trip of the empty line as far as
/// known. A sample below the reference lowers the reference. Only a probe that has drained the line's queue raises it.
/// </summary>
public struct QueueMeter
{
    /// <summary>Weight of a sample in the noise. Twenty samples take about two seconds.</summary>
    private const double NoiseWeight = 0.05;

    /// <summary>On a noisy line the reference falls by this part of the difference, because a single low sample says little.</summary>
    private const double NoisyFall = 0.1;

    /// <summary>Part of a full packet's time on the line by which round trips of small and full packets differ.</summary>
    private const double PacketTimes = 1.25;

    /// <summary>Falls by less than this are a frame's or a packet's, and above the second value of the noise the line counts as noisy.</summary>
    private static readonly Duration UsualFall = Duration.FromMilliseconds(3), Noisy = Duration.FromMilliseconds(12);

    private static readonly Duration LeastTolerance = Duration.FromMilliseconds(4), LargestPacketTime = Duration.FromMilliseconds(200);

    private Duration _previous;

    public bool HasSample { get; private set; }

    /// <summary>The last sample.</summary>
    public Duration Last { get; private set; }

    /// <summary>The smaller of the last two samples: a single late ack is no queue.</summary>
    public readonly Duration Recent => Duration.Min(Last, _previous);

    /// <summary>The smallest round trip since the line's route was found to be longer.</summary>
    public Duration Base { get; private set; }

    /// <summary>The round trip without the queue that the circuits can drain: the base, or more while somebody else's queue stands.</summary>
    public Duration Reference { get; private set; }

    /// <summary>How far round trips fall from one sample to the next while no queue is drained.</summary>
    public Duration Noise { get; private set; }

    /// <summary>Whether round trips vary so much that a single sample says little.</summary>
    public readonly bool IsNoisy => Noise > Noisy;

    /// <summary>Time that packets queue, beyond the reference.</summary>
    public readonly Duration Queueing => Duration.Max(Duration.Zero, Recent - Reference);

    /// <summary>Round trips that differ by less may be equal: a frame of the viewer, and the time that a packet takes on the line.</summary>
    /// <param name="line">The line's rate in bytes per second.</param>
    public readonly Duration Tolerance(double line) =>
        Duration.Max(LeastTolerance + Duration.Min(LargestPacketTime, Duration.FromSeconds(PacketTimes * PathController.SegmentBytes / line)), Noise * 2);

    /// <summary>Adds a sample, above zero.</summary>
    /// <param name="sample">The shortest round trip of a datagram with acks.</param>
    /// <param name="isSteady">Whether the circuits neither search for the first time nor drain a queue, so that a fall is noise.</param>
    public void Add(Duration sample, bool isSteady)
    {
        Duration before = Recent;
        (_previous, Last) = (HasSample ? Last : sample, sample);
        if (!HasSample)
            (Base, Reference, HasSample) = (sample, sample, true);
        if (isSteady)
            Noise += (Duration.Max(Duration.Zero, before - Recent - UsualFall) * 2 - Noise) * NoiseWeight;
        if (sample < Reference)
            Reference -= (Reference - sample) * (isSteady && IsNoisy ? NoisyFall : 1);
        Base = Duration.Min(Base, sample);
    }

    /// <summary>Sets the reference to what a drained line has shown.</summary>
    public void SetReference(Duration roundTrip) => Reference = Duration.Max(roundTrip, Base);

    /// <summary>The route has become longer for good.</summary>
    public void SetBase() => Base = Reference;
}
