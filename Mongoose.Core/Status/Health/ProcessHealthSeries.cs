using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Health;

/// <summary>The last ten minutes of a process.</summary>
/// <param name="first">The number of the first point that will be added.</param>
public sealed class ProcessHealthSeries(long first)
{
    /// <summary>Processor time that the process used, in cores.</summary>
    public Series UsedCores { get; } = new(first);

    /// <summary>Time in pauses of garbage collections, in percent.</summary>
    public Series Paused { get; } = new(first);

    /// <summary>Time in which a sending thread was late, in percent.</summary>
    public Series Late { get; } = new(first);

    /// <summary>
    /// Time in which a quota stopped the process, in percent, 0 while the host does not tell; null until it says anything of a quota.
    /// </summary>
    public Series? Throttled { get; private set; }

    /// <summary>The number of visitors who suffer.</summary>
    public Series Harmed { get; } = new(first);

    /// <summary>Adds a point.</summary>
    public void Add(long point, in ProcessHealth health, int harmed)
    {
        UsedCores.Add(point, health.UsedCores);
        Paused.Add(point, 100 * health.Paused);
        Late.Add(point, 100 * health.Late);
        Harmed.Add(point, harmed);
        if (health.Throttled is not null)
            Throttled ??= new Series(first);
        Throttled?.Add(point, 100 * health.Throttled ?? 0);
    }
}
