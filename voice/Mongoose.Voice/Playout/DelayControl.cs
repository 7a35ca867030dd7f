using Mongoose.Core.Units;

namespace Mongoose.Voice.Playout;

/// <summary>The change of the delay before a frame.</summary>
internal enum DelayChange
{
    None,

    /// <summary>Hold a frame.</summary>
    Grow,

    /// <summary>Leave out audio.</summary>
    Shrink,
}

/// <summary>The possible changes before a frame.</summary>
/// <param name="IsQuiet">Whether the audio is quiet, so that a change is not audible.</param>
/// <param name="IsGap">Whether the frame has no audio.</param>
/// <param name="CanGrow">Whether silence may be inserted here.</param>
/// <param name="Leavable">The time that can be left out; zero if none can.</param>
internal readonly record struct DelayChoice(bool IsQuiet, bool IsGap, bool CanGrow, Duration Leavable);

/// <summary>Decides when the delay grows and shrinks; <see cref="PlayoutBuffer"/> has the rule.</summary>
internal sealed class DelayControl
{
    private readonly SlackWindow _window = new();
    private Instant _wideSince = Instant.Never;
    private bool _hasGrown;

    /// <summary>Adds the slack of a packet.</summary>
    public void Add(Duration slack, Instant now) => _window.Add(slack, now);

    /// <summary>The delay has grown, or shrunk if negative.</summary>
    public void Shift(Duration by) => _window.Shift(by);

    /// <summary>Removes all packets.</summary>
    public void Clear()
    {
        _window.Clear();
        _wideSince = Instant.Never;
    }

    /// <summary>
    /// Whether the slack of a packet after a pause is at most a frame above the range of earlier packets, and the packet is late by at most
    /// <see cref="PlayoutBuffer.MaxDelay"/>.
    /// </summary>
    public bool IsUsual(Duration slack, Duration frame, Instant now) =>
        _window.TryRead(now, out _, out Duration max) && slack <= max + frame && slack >= Duration.Zero - PlayoutBuffer.MaxDelay;

    /// <summary>Decides for a frame.</summary>
    public DelayChange Decide(in DelayChoice choice, Instant now)
    {
        if (!_window.TryRead(now, out Duration min, out Duration max))
            return DelayChange.None;
        if (choice.CanGrow && max <= PlayoutBuffer.MaxDelay && min < (choice.IsQuiet ? PlayoutBuffer.Guard / 2 : Duration.Zero))
        {
            // A frame with audio lies between two held frames.
            _hasGrown = !_hasGrown;
            return _hasGrown ? DelayChange.Grow : DelayChange.None;
        }
        _hasGrown = false;
        return MayShrink(choice, min - Duration.Max(PlayoutBuffer.Guard, (max - min) / 8), now) ? DelayChange.Shrink : DelayChange.None;
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
