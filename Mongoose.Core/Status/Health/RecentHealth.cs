namespace Mongoose.Core.Status.Health;

/// <summary>
/// The last five seconds of a process or of a region: long enough to be no blink, and short enough that a cause is named while people
/// still ask for it.
/// </summary>
/// <typeparam name="T">The health in a second.</typeparam>
public sealed class RecentHealth<T> where T : struct
{
    private const int Kept = 5;

    private readonly Queue<T> _seconds = new();

    /// <summary>The seconds, oldest first.</summary>
    public IReadOnlyCollection<T> Seconds => _seconds;

    /// <summary>Adds a second; null, if its figures could not be read, forgets those before.</summary>
    public void Add(T? second)
    {
        if (second is not { } known)
        {
            _seconds.Clear();
            return;
        }
        _seconds.Enqueue(known);
        if (_seconds.Count > Kept)
            _seconds.Dequeue();
    }
}
