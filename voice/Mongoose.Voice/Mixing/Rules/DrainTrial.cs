using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Finds out whether the mixer's own streams cause the queue. The mixer reduces its streams as an experiment: if it is alone on the path,
/// the queue drains; if other senders fill it, the queue stays.
/// </summary>
internal struct DrainTrial
{
    /// <summary>Number of drains that have to fail.</summary>
    private const int MaxDrains = 2;

    /// <summary>A queue that stays above this fraction of its height is filled by others.</summary>
    private const double Stays = 0.7;

    private int _drains;
    private Duration _highest;

    /// <summary>Ends the experiment because the queue has drained or no longer matters.</summary>
    public void Reset() => _drains = 0;

    /// <summary>
    /// Records the queueing delay. The queue's height is the largest delay since the first drain: the queue may still have grown after that
    /// drain, and a line that has become slower would otherwise look like a TCP.
    /// </summary>
    public void Record(Duration delay) => _highest = Duration.Max(_highest, delay);

    /// <summary>Reports that the streams are about to be reduced.</summary>
    public void Begin(Duration delay)
    {
        if (_drains++ == 0)
            _highest = delay;
    }

    /// <summary>Whether the queue has withstood the drains.</summary>
    public readonly bool HasFailed(Duration delay) => _drains >= MaxDrains && delay > _highest * Stays;
}
