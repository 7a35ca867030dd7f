using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>
/// Finds out whether a sender itself causes the queue. The sender lets the queue drain as an experiment: if it is alone on the path, the
/// queue empties and stays empty; next to a TCP, the queue stays. In that case a circuit gets its previous window back. A mixer's window is
/// its number of streams.
/// </summary>
public struct DrainTrial
{
    /// <summary>Number of drains that have to fail.</summary>
    private const int MaxDrains = 2;

    /// <summary>A queue that stays above this fraction of its height is filled by others.</summary>
    private const double Stays = 0.7;

    private int _drains;
    private Duration _highest;

    /// <summary>The window before the first drain.</summary>
    public double WindowBefore { get; private set; }

    /// <summary>Ends the experiment because the queue has drained or no longer matters.</summary>
    public void Reset() => _drains = 0;

    /// <summary>
    /// Records the queueing delay. The queue's height is the largest delay since the first drain: the queue may still have grown after that
    /// drain, and a line that has become slower would otherwise look like a TCP.
    /// </summary>
    public void Record(Duration delay) => _highest = Duration.Max(_highest, delay);

    /// <summary>Reports that the window is about to be drained.</summary>
    public void Begin(double window, Duration delay)
    {
        if (_drains++ == 0)
            (WindowBefore, _highest) = (window, delay);
    }

    /// <summary>Whether the queue has withstood the drains.</summary>
    public readonly bool HasFailed(Duration delay) => _drains >= MaxDrains && delay > _highest * Stays;
}
