namespace Mongoose.Client.Downloads;

/// <summary>
/// How many requests of a class are given to the HTTP library: up to a high water, then none until a low water is reached.
/// </summary>
internal sealed class OpenWindow(ClassHabits habits)
{
    private int _open;
    private bool _isDraining;

    /// <summary>Takes a place, if there is one.</summary>
    public bool TryEnter()
    {
        if (_isDraining)
            return false;
        _isDraining = ++_open >= habits.HighWater;
        return true;
    }

    /// <summary>Returns a place.</summary>
    public void Leave()
    {
        if (--_open <= habits.LowWater)
            _isDraining = false;
    }
}
