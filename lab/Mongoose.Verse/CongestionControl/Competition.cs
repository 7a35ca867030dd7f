using Mongoose.Core.Units;

namespace Mongoose.Verse.CongestionControl;

/// <summary>
/// Notices flows that fill the buffer, such as TCP's. A smaller window makes the sender's own queue shorter; if the delay rises instead,
/// several times in succession, others keep a queue. Against them a delay target would leave next to nothing, so the window follows losses
/// as theirs do, until the queue has been short again (as in Copa's competitive mode: Arun and Balakrishnan, NSDI 2018, section 2.2).
/// </summary>
internal sealed class Competition
{
    /// <summary>A change of route, or a slower link, raises the delay once or twice.</summary>
    private const int RisesToNotice = 3;

    /// <summary>The transmission of one packet more or less is not evidence.</summary>
    private static readonly Duration RiseToNotice = DelayTargetControl.Target * 2;

    private int _rises;
    private Duration _first, _last = Duration.MaxValue;

    /// <summary>Whether others keep a queue.</summary>
    public bool IsNoticed { get; private set; }

    /// <summary>The window shrinks because the delay is above the target.</summary>
    /// <param name="smallest">The smallest sample of the round.</param>
    public void OnShrink(Duration smallest)
    {
        if (smallest <= _last)
            (_rises, _first) = (0, smallest);
        else
            _rises++;
        _last = smallest;
        IsNoticed = _rises >= RisesToNotice && smallest - _first > RiseToNotice;
    }

    /// <summary>The queue is short.</summary>
    public void Clear() => (_last, IsNoticed) = (Duration.MaxValue, false);
}
