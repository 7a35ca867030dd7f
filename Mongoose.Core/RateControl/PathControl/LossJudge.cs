using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Decides what losses mean. With a queue on the line, the line's buffer is full. Without a queue, a few percent are random losses, as on a
/// radio link; more mean a policer, unless a lower rate has not reduced them.
/// </summary>
public struct LossJudge
{
    /// <summary>
    /// Losses up to this part of the packets are random, or up to Tolerated times the losses that a lower rate has not changed.
    /// </summary>
    private const double RandomLoss = 0.03, Tolerated = 1.5;

    /// <summary>More losses than this part of the packets are never tolerated.</summary>
    private const double MaxTolerated = 0.12;

    /// <summary>Losses are counted over about the last Memory packets. Only after MinPackets can they show a policer.</summary>
    private const double Memory = 100, MinPackets = 40;

    /// <summary>
    /// Losses show a policer if less than Remaining of them remains after a cut, and if they were at least PolicedLoss of the packets or a
    /// policer was found shortly before.
    /// </summary>
    private const double PolicedLoss = 0.1, Remaining = 0.3;

    /// <summary>This many packets after a cut show whether losses remain.</summary>
    private const double TrialPackets = 80;

    /// <summary>How long the rate stays below a policer's.</summary>
    private static readonly Duration PolicedTime = Duration.FromSeconds(30);

    /// <summary>How long after a cut the losses that caused the cut can prove spurious.</summary>
    private static readonly Duration UndoTime = Duration.FromSeconds(5);

    private double _packets, _lost, _tolerated, _lossBefore;
    private Instant _reactedAt, _cutAt, _policedUntil;
    private int _cutLosses;

    public LossJudge() => _reactedAt = _cutAt = _policedUntil = Instant.LongAgo;

    private readonly double Fraction => _packets > 0 ? _lost / _packets : 0;

    /// <summary>Whether the rate must not grow: a trial is open, or a higher rate would meet a policer again.</summary>
    public readonly bool HoldsRate(Instant now) => _lossBefore > 0 || now < _policedUntil;

    /// <summary>Counts the packets of a clump. Returns whether all losses of the last cut have proved spurious.</summary>
    public bool Count(in AckReport report)
    {
        bool isBeforeCut = report.NewestLostSent <= _cutAt;
        _lost = Math.Max(0, _lost + (isBeforeCut ? 0 : report.LostPackets) - report.Spurious);
        _packets += report.Packets + (isBeforeCut ? 0 : report.LostPackets);
        if (_packets > Memory)
            (_packets, _lost) = (Memory, _lost * Memory / _packets);
        if (_lossBefore > 0 && _packets >= TrialPackets)
            EndTrial(report.At);
        if (report.At - _cutAt > UndoTime)
            LetCutStand();
        if (_cutLosses <= 0)
            return false;
        _cutLosses += report.LostPackets - report.Spurious;
        if (_cutLosses > 0)
            return false;
        (_lossBefore, _policedUntil) = (0, Instant.LongAgo);
        return true;
    }

    /// <summary>A policer drops packets above a rate, a radio link part of all packets: a trial at a lower rate shows the cause.</summary>
    private void EndTrial(Instant now)
    {
        if (Fraction < _lossBefore * Remaining && (_lossBefore >= PolicedLoss || now < _policedUntil + PolicedTime))
            _policedUntil = now + PolicedTime;
        else
            _tolerated = Fraction;
        _lossBefore = 0;
    }

    /// <summary>
    /// The meaning of the clump's losses: none within a feedback time of the last losses that had a meaning, and none if all lost packets
    /// were sent before the last cut.
    /// </summary>
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
        if (_lossBefore > 0 || _packets < MinPackets || Fraction <= Math.Max(RandomLoss, Math.Min(MaxTolerated, Tolerated * _tolerated)))
            return LossMeaning.Random;
        (_lossBefore, _packets, _lost) = (Fraction, 0, 0);
        return LossMeaning.Policer;
    }

    /// <summary>The rate is cut because of the losses of a clump.</summary>
    public void Cut(in AckReport report) => (_cutAt, _cutLosses) = (report.At, report.LostPackets);

    /// <summary>The rate has been cut because of a silence: losses of packets that were sent before now mean nothing.</summary>
    public void Restart(Instant now) => (_cutAt, _cutLosses) = (now, 0);

    /// <summary>The losses of the last cut can no longer prove spurious.</summary>
    public void LetCutStand() => _cutLosses = 0;
}

/// <summary>The meaning of losses.</summary>
public enum LossMeaning
{
    /// <summary>Nothing new.</summary>
    None,

    /// <summary>The line loses packets at random.</summary>
    Random,

    /// <summary>The line's buffer is full.</summary>
    BufferFull,

    /// <summary>The line drops packets above a rate.</summary>
    Policer,
}
