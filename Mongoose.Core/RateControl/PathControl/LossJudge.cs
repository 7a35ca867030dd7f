using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Decides what losses mean. With a queue on the line they mean that its buffer is full. Without one, a few percent are the radio's; more mean a policer,
/// unless lowering the rate has not helped.
/// </summary>
public struct LossJudge
{
    /// <summary>Losses up to this part of the packets are the radio's. Losses that lowering the rate has not changed are tolerated up to the second multiple.</summary>
    private const double RandomLoss = 0.03, Tolerated = 1.5;

    /// <summary>More losses than this part of the packets are never tolerated.</summary>
    private const double MaxTolerated = 0.08;

    /// <summary>Losses are counted over this many packets, at least over the second of these numbers.</summary>
    private const double Memory = 100, MinPackets = 40;

    private double _packets, _lost, _tolerated;
    private Instant _reactedAt, _cutAt;
    private int _cutLosses;

    public LossJudge() => _reactedAt = _cutAt = new Instant(long.MinValue / 2);

    private readonly double Fraction => _packets > 0 ? _lost / _packets : 0;

    /// <summary>Counts the packets of a clump. Returns whether all losses of the last cut have proved spurious.</summary>
    public bool Count(in AckReport report)
    {
        _lost += report.LostPackets;
        _packets += report.Packets + report.LostPackets;
        if (_packets > Memory)
            (_packets, _lost) = (Memory, _lost * Memory / _packets);
        if (_cutLosses <= 0)
            return false;
        _cutLosses += report.LostPackets - report.Spurious;
        return _cutLosses <= 0;
    }

    /// <summary>What the clump's losses mean. At most one loss per feedback time has a meaning, and only of packets that were sent after the last cut.</summary>
    /// <param name="report">The clump.</param>
    /// <param name="hasQueue">Whether packets queue on the line.</param>
    /// <param name="feedback">The time until acks show the effect of a rate.</param>
    public LossMeaning Judge(in AckReport report, bool hasQueue, Duration feedback)
    {
        if (report.LostPackets <= report.Spurious || report.At < _reactedAt + feedback || report.NewestLostSent <= _cutAt)
            return LossMeaning.None;
        _reactedAt = report.At;
        if (hasQueue)
            return LossMeaning.BufferFull;
        if (_packets < MinPackets || Fraction <= Math.Max(RandomLoss, Tolerated * _tolerated))
            return LossMeaning.Random;
        _tolerated = Math.Min(Fraction, MaxTolerated);
        return LossMeaning.Policer;
    }

    /// <summary>The rate is cut because of the losses of a clump.</summary>
    public void Cut(in AckReport report) => (_cutAt, _cutLosses) = (report.At, report.LostPackets);

    /// <summary>The losses of the last cut can no longer prove spurious.</summary>
    public void LetCutStand() => _cutLosses = 0;
}

/// <summary>What losses mean.</summary>
public enum LossMeaning
{
    /// <summary>Nothing new.</summary>
    None,

    /// <summary>The line loses packets at random.</summary>
    Random,

    /// <summary>The line's buffer is full.</summary>
    BufferFull,

    /// <summary>The line drops what exceeds a rate.</summary>
    Policer,
}
