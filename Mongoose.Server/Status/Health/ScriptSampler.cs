using System.Globalization;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using OpenMetaverse;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Status.Health;

/// <summary>
/// Reads how long scripts ran. The script engine walks through all scripts while it keeps others from being added, so it is asked so
/// rarely that this takes less than a thousandth of the time.
/// </summary>
/// <param name="clock">Returns the time.</param>
/// <remarks>One thread samples, and can hang on a lock of the engine. Any thread reads the figures.</remarks>
internal sealed class ScriptSampler(Scene scene, Func<Instant> clock)
{
    /// <summary>The number of objects that are named.</summary>
    private const int MaxCosts = 10;

    private const double MaxPart = 0.001;

    /// <summary>
    /// The shortest of so many calls is what a call takes. On a busy host a call also waits for a processor, and the first one compiles.
    /// </summary>
    private const int Timed = 5;

    /// <summary>With samples every second, every other one.</summary>
    private static readonly Duration MinInterval = Duration.FromSeconds(1.5);

    private static readonly Duration MaxInterval = Duration.FromSeconds(60);

    /// <summary>Figures that are overdue for so long are not of now.</summary>
    private static readonly Duration Patience = Duration.FromSeconds(3);

    private readonly Queue<Duration> _times = new();
    private Dictionary<uint, float>? _before;
    private Instant _at;
    private volatile ScriptFigures _latest = ScriptFigures.None;

    /// <summary>The figures of the last sample. If a sample hangs, only the sum is known.</summary>
    public ScriptFigures FiguresAt(Instant now)
    {
        ScriptFigures latest = _latest;
        return now - latest.NextAt > Patience ? ScriptFigures.None with { Seconds = latest.Seconds } : latest;
    }

    public void Sample(Instant now)
    {
        if (now < _latest.NextAt)
            return;
        double elapsed = (now - _at).Milliseconds;
        Dictionary<uint, float>? before = _before;
        (_at, _before) = (now, null);
        ScriptFigures figures = new(null, [], _latest.Seconds, now + MinInterval);
        try
        {
            if (scene.RequestModuleInterface<IScriptModule>() is not { } engine)
                return;
            Instant began = clock();
            _before = engine.GetObjectScriptsExecutionTimes();
            figures = figures with { Seconds = figures.Seconds ?? 0, NextAt = now + Interval(clock() - began) };
            if (before is not null)
                figures = Compare(before, _before, elapsed, figures);
        }
        finally
        {
            _latest = figures;
        }
    }

    /// <summary>The time until the next call.</summary>
    /// <param name="time">How long the last one took.</param>
    private Duration Interval(Duration time)
    {
        _times.Enqueue(time);
        if (_times.Count < Timed)
            return MinInterval;
        if (_times.Count > Timed)
            _times.Dequeue();
        return Duration.Clamp(_times.Min() / MaxPart, MinInterval, MaxInterval);
    }

    /// <param name="before">The milliseconds of each object's scripts since they began, at the last sample.</param>
    /// <param name="now">The same now.</param>
    /// <param name="elapsed">Milliseconds in between.</param>
    /// <param name="figures">The figures so far.</param>
    private ScriptFigures Compare(Dictionary<uint, float> before, Dictionary<uint, float> now, double elapsed, ScriptFigures figures)
    {
        List<(uint Object, double Time)> grown = [];
        double total = 0;
        foreach ((uint id, float time) in now)
        {
            // The time of an object falls if a script was removed from it.
            double growth = time - before.GetValueOrDefault(id);
            if (growth <= 0)
                continue;
            total += growth;
            grown.Add((id, growth));
        }
        IEnumerable<ScriptCost?> most = grown.OrderByDescending(item => item.Time).Take(MaxCosts)
            .Select(item => Cost(item.Object, item.Time / elapsed));
        return figures with { Cores = total / elapsed, Costs = [.. most.OfType<ScriptCost>()], Seconds = figures.Seconds + total / 1000 };
    }

    /// <summary>An object's cost; null if the object is gone.</summary>
    private ScriptCost? Cost(uint id, double cores)
    {
        if (scene.GetSceneObjectPart(id)?.ParentGroup is not { } group)
            return null;
        Vector3 place = group.AbsolutePosition;
        return new ScriptCost(group.UUID.ToString(), PlainName.Of(group.Name),
            string.Create(CultureInfo.InvariantCulture, $"{place.X:0}, {place.Y:0}, {place.Z:0}"), cores);
    }
}

/// <summary>What the scripts of a region cost.</summary>
/// <param name="Cores">Time that scripts ran, in cores; null if OpenSim does not tell, or not yet.</param>
/// <param name="Costs">The objects whose scripts ran for longest, longest first.</param>
/// <param name="Seconds">Time that scripts ran since the first sample; null if OpenSim does not tell.</param>
/// <param name="NextAt">When the next figures are due.</param>
internal sealed record ScriptFigures(double? Cores, IReadOnlyList<ScriptCost> Costs, double? Seconds, Instant NextAt)
{
    /// <summary>Before the first sample.</summary>
    public static readonly ScriptFigures None = new(null, [], null, Instant.LongAgo);
}
