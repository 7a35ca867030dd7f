using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Whose queue it is. A circuit that lets a queue drain makes an experiment: alone on the path, the queue goes and stays away; with a TCP
/// beside, it stays. Then the window from before is given back.
/// </summary>
internal struct DrainTrial
{
    /// <summary>Drains that have to fail.</summary>
    private const int MostDrains = 2;

    /// <summary>A queue that stays above so much of its height is filled by others.</summary>
    private const double Stays = 0.7;

    private int _drains;
    private Duration _highest;

    /// <summary>The window before the first drain.</summary>
    public double WindowBefore { get; private set; }

    /// <summary>The queue has gone, or it no longer matters.</summary>
    public void Reset() => _drains = 0;

    /// <summary>
    /// Takes note of the queueing delay. Its height is the largest since the first drain: at that drain the queue may still have grown, and a
    /// line that has become slower would look like a TCP.
    /// </summary>
    public void Note(Duration delay) => _highest = Duration.Max(_highest, delay);

    /// <summary>The window is about to be drained.</summary>
    public void Begin(double window, Duration delay)
    {
        if (_drains++ == 0)
            (WindowBefore, _highest) = (window, delay);
    }

    /// <summary>A loss or silence has cut the window: what it took is not given back.</summary>
    public void Cut(double window) => WindowBefore = Math.Min(WindowBefore, window);

    /// <summary>Whether the queue has withstood the drains.</summary>
    public readonly bool HasFailed(Duration delay) => _drains >= MostDrains && delay > _highest * Stays;
}
