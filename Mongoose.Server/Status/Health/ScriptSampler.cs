using System.Globalization;
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

    private readonly Queue<Duration> _times = new();
    private Dictionary<uint, float>? _before;
    private Instant _at, _next = Instant.LongAgo;

    /// <summary>Time that scripts ran, in cores; null if OpenSim does not tell, or not yet.</summary>
    public double? Cores { get; private set; }

    /// <summary>The objects whose scripts ran for longest, longest first.</summary>
    public IReadOnlyList<ScriptCost> Costs { get; private set; } = [];

    /// <summary>Time that scripts ran since the first sample; null if OpenSim does not tell.</summary>
    public double? Seconds { get; private set; }

    public void Sample(Instant now)
    {
        if (now < _next)
            return;
        double elapsed = (now - _at).Milliseconds;
        Dictionary<uint, float>? before = _before;
        (_at, _next) = (now, now + MinInterval);
        (_before, Cores, Costs) = (null, null, []);
        if (scene.RequestModuleInterface<IScriptModule>() is not { } engine)
            return;
        Instant began = clock();
        _before = engine.GetObjectScriptsExecutionTimes();
        _next = now + Interval(clock() - began);
        Seconds ??= 0;
        if (before is not null)
            Compare(before, _before, elapsed);
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
    private void Compare(Dictionary<uint, float> before, Dictionary<uint, float> now, double elapsed)
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
        Cores = total / elapsed;
        Seconds += total / 1000;
        IEnumerable<ScriptCost?> most = grown.OrderByDescending(item => item.Time).Take(MaxCosts)
            .Select(item => Cost(item.Object, item.Time / elapsed));
        Costs = [.. most.OfType<ScriptCost>()];
    }

    /// <summary>An object's cost; null if the object is gone.</summary>
    private ScriptCost? Cost(uint id, double cores)
    {
        if (scene.GetSceneObjectPart(id)?.ParentGroup is not { } group)
            return null;
        Vector3 place = group.AbsolutePosition;
        return new ScriptCost(group.UUID.ToString(), group.Name,
            string.Create(CultureInfo.InvariantCulture, $"{place.X:0}, {place.Y:0}, {place.Z:0}"), cores);
    }
}
