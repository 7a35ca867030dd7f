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

    /// <summary>Adds a point.</summary>
    public void Add(long point, in RegionHealth health)
    {
        Slow.Add(point, 100 * health.Slowness);
        Physics.Add(point, 100 * health.Parts.Physics);
        Agents.Add(point, 100 * health.Parts.Agents);
        Other.Add(point, 100 * health.Parts.Other);
        ScriptCores.Add(point, health.ScriptCores ?? 0);
    }
}
