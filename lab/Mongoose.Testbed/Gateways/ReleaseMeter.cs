using Mongoose.Core.Units;

namespace Mongoose.Testbed.Gateways;

/// <summary>
/// Adds up the time for which a clamp has released its flows, from samples of its state: a state lasts from its sample until the next.
/// </summary>
internal sealed class ReleaseMeter(Instant start)
{
    private Instant _since = start;
    private bool _released;
    private Duration _time;

    /// <summary>Notes the state at a time that is not before that of the previous call.</summary>
    public void Sample(bool released, Instant now)
    {
        if (_released)
            _time += now - _since;
        (_released, _since) = (released, now);
    }

    /// <summary>Returns the released time from the previous call to the last sample, and resets it.</summary>
    public Duration Take()
    {
        Duration time = _time;
        _time = Duration.Zero;
        return time;
    }
}
