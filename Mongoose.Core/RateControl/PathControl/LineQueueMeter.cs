using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Round trips of a line and the queueing delay in them. The queue is measured from a reference: the round trip of the empty line
/// as far as known. A sample below the reference lowers the reference. Only a probe, or on a noisy line a failed drain, raises it.
/// </summary>
public struct LineQueueMeter
{
    /// <summary>Weight of a sample in the noise. Twenty samples take about two seconds.</summary>
    private const double NoiseWeight = 0.05;

    /// <summary>On a noisy line the reference falls by this part of the difference, because a single low sample is weak evidence.</summary>
    private const double NoisyFall = 0.1;

    /// <summary>Round trips of small and full packets differ by this multiple of a full packet's time on the line.</summary>
    private const double PacketTimes = 1.25;

    /// <summary>Frames of the viewer cause changes of about UsualChange. A line whose noise is above Noisy counts as noisy.</summary>
    private static readonly Duration UsualChange = Duration.FromMilliseconds(5), Noisy = Duration.FromMilliseconds(12);

    /// <summary>Round trips change by about this part of a full packet's time when packets of different sizes take turns.</summary>
    private const double PacketPart = 0.35;

    private static readonly Duration MinTolerance = Duration.FromMilliseconds(4), MaxPacketTime = Duration.FromMilliseconds(200);

    private Duration _previous, _change, _drift;
    private int _samples;

    public bool HasSample { get; private set; }

    /// <summary>The last sample.</summary>
    public Duration Last { get; private set; }

    /// <summary>The smaller of the last two samples: a single late ack does not show a queue.</summary>
    public readonly Duration Recent => Duration.Min(Last, _previous);

    /// <summary>The smallest round trip since the line's route was found to be longer.</summary>
    public Duration Base { get; private set; }

    /// <summary>
    /// The round trip without the queue that the circuits can drain: the base, or more while other traffic keeps a queue.
    /// </summary>
    public Duration Reference { get; private set; }

    /// <summary>
    /// The change of round trips from one sample to the next, in alternating directions. A queue does not alternate: it grows for a while,
    /// then it drains for a while.
    /// </summary>
    public Duration Noise { get; private set; }

    /// <summary>Whether round trips vary too much for a single sample to mean anything.</summary>
    public readonly bool IsNoisy => Noise > Noisy;

    /// <summary>Time that packets queue, beyond the reference.</summary>
    public readonly Duration Queueing => Duration.Max(Duration.Zero, Recent - Reference);

    /// <summary>
    /// Round trips that differ by less may be equal: a frame of the viewer, and the time that a packet takes on the line.
    /// </summary>
    /// <param name="line">The line's rate in bytes per second.</param>
    public readonly Duration Tolerance(double line) =>
        Duration.Max(MinTolerance
            + Duration.Min(MaxPacketTime, Duration.FromSeconds(PacketTimes * PathController.SegmentBytes / line)), Noise * 2);

    /// <summary>Adds a sample, above zero.</summary>
    /// <param name="sample">The shortest round trip of a datagram with acks.</param>
    /// <param name="wait">The maximum part of the sample for which the viewer delayed the ack.</param>
    /// <param name="packetTime">The time that a full packet takes on the line.</param>
    public void Add(Duration sample, Duration wait, Duration packetTime)
    {
        if (HasSample && sample > Reference)
            sample = Duration.Max(Reference, sample - wait);
        Duration before = HasSample ? Recent : sample;
        (_previous, Last) = (HasSample ? Last : sample, sample);
        if (!HasSample)
            (Base, Reference, HasSample) = (sample, sample, true);
        Duration change = Recent - before;
        double weight = Math.Max(NoiseWeight, 1.0 / ++_samples);
        _change += (change.Absolute - _change) * weight;
        _drift += (change - _drift) * weight;
        Noise = Duration.Max(Duration.Zero, _change - _drift.Absolute - Duration.Max(UsualChange, packetTime * PacketPart));
        double fall = IsNoisy ? NoisyFall : 1;
        if (sample < Reference)
            Reference -= (Reference - sample) * fall;
        if (sample < Base)
            Base -= (Base - sample) * fall;
    }

    /// <summary>Sets the reference to the round trip of the drained line.</summary>
    public void SetReference(Duration roundTrip) => Reference = Duration.Max(roundTrip, Base);

    /// <summary>The route has become longer for good.</summary>
    public void SetBase() => Base = Reference;
}
