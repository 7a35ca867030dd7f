using Mongoose.Core.Units;

namespace Mongoose.Voice.Playout;

/// <summary>What to do with the delay before a frame.</summary>
internal enum DelayChange
{
    None,

    /// <summary>Hold a frame.</summary>
    Grow,

    /// <summary>Leave out audio.</summary>
    Shrink,
}

/// <summary>What is possible before a frame.</summary>
/// <param name="IsQuiet">Whether silence would not be heard.</param>
/// <param name="IsGap">Whether there is no audio to lose.</param>
/// <param name="CanGrow">Whether silence may come here.</param>
/// <param name="Leavable">The time that can be left out; zero if none can.</param>
internal readonly record struct DelayChoice(bool IsQuiet, bool IsGap, bool CanGrow, Duration Leavable);

/// <summary>Decides when the delay grows and shrinks; <see cref="PlayoutBuffer"/> has the rule.</summary>
internal sealed class DelayControl
{
    private readonly SlackWindow _window = new();
    private Instant _wideSince = Instant.Never;
    private bool _hasGrown;

    /// <summary>Notes the slack of a packet.</summary>
    public void Note(Duration slack, Instant now) => _window.Note(slack, now);

    /// <summary>The delay has grown, or shrunk if negative.</summary>
    public void Shift(Duration by) => _window.Shift(by);

    /// <summary>Forgets all packets.</summary>
    public void Clear()
    {
        _window.Clear();
        _wideSince = Instant.Never;
    }

    /// <summary>Whether the slack of a packet after a pause is one that packets before it had, or less by no more than the jitter that is followed.</summary>
    public bool IsUsual(Duration slack, Duration frame, Instant now) =>
        _window.TryRead(now, out _, out Duration most) && slack <= most + frame && slack >= Duration.Zero - PlayoutBuffer.MaxDelay;

    /// <summary>Decides for a frame.</summary>
    public DelayChange Decide(in DelayChoice choice, Instant now)
    {
        if (!_window.TryRead(now, out Duration least, out Duration most))
            return DelayChange.None;
        if (choice.CanGrow && least < (choice.IsQuiet ? PlayoutBuffer.Guard / 2 : Duration.Zero))
        {
            // Between two held frames there is one with audio.
            _hasGrown = !_hasGrown;
            return _hasGrown ? DelayChange.Grow : DelayChange.None;
        }
        _hasGrown = false;
        return MayShrink(choice, least - Duration.Max(PlayoutBuffer.Guard, (most - least) / 8), now) ? DelayChange.Shrink : DelayChange.None;
    }

    private bool MayShrink(in DelayChoice choice, Duration excess, Instant now)
    {
        if (choice.Leavable == Duration.Zero)
            return false;
        if (excess < choice.Leavable)
        {
            _wideSince = Instant.Never;
            return false;
        }
        _wideSince = Instant.Min(_wideSince, now);
        Duration patience = excess < choice.Leavable * 2 ? PlayoutBuffer.Patience : PlayoutBuffer.Patience / 4;
        if (!choice.IsQuiet && !choice.IsGap && now - _wideSince < patience)
            return false;
        _wideSince = Instant.Never;
        return true;
    }
}
