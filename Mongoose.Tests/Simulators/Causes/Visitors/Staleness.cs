using Mongoose.Core.Units;

namespace Mongoose.Tests.Simulators.Causes.Visitors;

/// <summary>
/// How old is what a visitor sees of the walker, on average over the time, not over the updates: if none arrives, it gets older.
/// </summary>
/// <param name="now">The time. What is seen is new.</param>
internal sealed class Staleness(Instant now)
{
    private Instant _shownSince = now;
    private Duration _age, _oldest;
    private Instant _taken = now, _counted = now;
    private double _area;

    /// <summary>An update has arrived.</summary>
    /// <param name="at">When it arrived.</param>
    /// <param name="age">Its age then.</param>
    public void Show(Instant at, Duration age)
    {
        Count(at);
        (_shownSince, _age) = (at, age);
    }

    /// <summary>The mean and the greatest age, in ms, since this method was called before.</summary>
    public (double Mean, double Max) Take(Instant at)
    {
        Count(at);
        (double Mean, double Max) taken = (_area / (at - _taken).Milliseconds, _oldest.Milliseconds);
        (_taken, _area, _oldest) = (at, 0, Duration.Zero);
        return taken;
    }

    /// <summary>Adds the time since the last count.</summary>
    private void Count(Instant at)
    {
        Duration before = AgeAt(_counted), after = AgeAt(at);
        _area += (before + after).Milliseconds / 2 * (at - _counted).Milliseconds;
        _oldest = Duration.Max(_oldest, after);
        _counted = at;
    }

    private Duration AgeAt(Instant at) => _age + (at - _shownSince);
}
