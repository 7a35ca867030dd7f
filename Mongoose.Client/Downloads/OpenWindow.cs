namespace Mongoose.Client.Downloads;

/// <summary>
/// Limits the requests of a class in the HTTP library: after a high water is reached, none are added until a low water is reached.
/// </summary>
internal sealed class OpenWindow(ClassHabits habits)
{
    private int _open;
    private bool _isDraining;

    /// <summary>Adds a request, if the window permits it.</summary>
    public bool TryEnter()
    {
        if (_isDraining)
            return false;
        _isDraining = ++_open >= habits.HighWater;
        return true;
    }

    /// <summary>Removes a request.</summary>
    public void Leave()
    {
        if (--_open <= habits.LowWater)
            _isDraining = false;
    }
}
