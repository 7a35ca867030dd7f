using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Health;

/// <summary>The last ten minutes of a region's simulation, in percent, and its scripts in cores.</summary>
/// <param name="first">The number of the first point that will be added.</param>
public sealed class RegionHealthSeries(long first)
{
    /// <summary><see cref="RegionHealth.Slowness"/>.</summary>
    public Series Slow { get; } = new(first);

    /// <summary>The part of a frame that physics takes.</summary>
    public Series Physics { get; } = new(first);

    /// <summary>The part that avatars take.</summary>
    public Series Agents { get; } = new(first);

    /// <summary>The part that all else takes.</summary>
    public Series Other { get; } = new(first);

    /// <summary>Time that scripts ran, in cores.</summary>
    public Series ScriptCores { get; } = new(first);

    /// <summary>Adds a point; null, if the region is unknown, repeats the values before.</summary>
    public void Add(long point, RegionHealth? health)
    {
        Slow.Add(point, 100 * health?.Slowness ?? Slow.Latest);
        Physics.Add(point, 100 * health?.Parts.Physics ?? Physics.Latest);
        Agents.Add(point, 100 * health?.Parts.Agents ?? Agents.Latest);
        Other.Add(point, 100 * health?.Parts.Other ?? Other.Latest);
        ScriptCores.Add(point, health is { } known ? known.ScriptCores ?? 0 : ScriptCores.Latest);
    }
}
