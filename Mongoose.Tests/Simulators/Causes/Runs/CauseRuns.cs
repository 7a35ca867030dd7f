using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>Runs of set-ups, alone and in pairs, each in a simulator of its own.</summary>
/// <param name="bin">The simulator's installation.</param>
/// <param name="module">The module.</param>
/// <param name="table">Gets all seconds.</param>
/// <param name="seconds">The number of seconds that count.</param>
[SupportedOSPlatform("linux")]
internal sealed class CauseRuns(OpenSimBin bin, IReadOnlyList<ModuleFile> module, SecondsTable table, int seconds)
{
    /// <summary>Time after the arrivals until nothing of them is left in the page's ten seconds.</summary>
    private const int Settling = 20;

    /// <summary>Time after a cause's end until visitors fare as if it had never been, in seconds.</summary>
    private const int Recovery = 12;

    /// <summary>Time for which visitors are watched after a cause has ended.</summary>
    private const int Afterwards = 20;

    /// <summary>One cause: how soon is it named, and how steadily?</summary>
    public SetupOutcome Run(Setup setup)
    {
        using Place place = new(bin, module, [setup]);
        using PlaceWatch watch = new(place, table, setup.Name);
        watch.Watch("before", Settling);
        place.Begin(setup);
        IReadOnlyList<Second> first = watch.Watch("beginning", 3 * setup.Soon, second => second.Names(setup));
        IReadOnlyList<Second> during = watch.Watch("during", seconds);
        return new SetupOutcome(setup, first[^1].Names(setup) ? first.Count : null, during,
            Mean(second => second.WrongVisitors(setup, place)), setup.IsConfined ? Mean(second => second.WrongOthers(setup, place)) : 0);

        double Mean(Func<Second, int> count) => during.Select(count).DefaultIfEmpty().Average();
    }

    /// <summary>Two causes: is the one named first whose end brings most?</summary>
    public PairOutcome Run(Setup one, Setup other)
    {
        (IReadOnlyList<Second> during, Comfort both, Comfort? afterOne, Comfort? afterOther) = RunBoth(one, other);
        return new PairOutcome(one, other, during, both,
            afterOne ?? RunWithout(one, other), afterOther ?? RunWithout(other, one));
    }

    /// <summary>Does what the page advises: is another cause named then, or none?</summary>
    /// <returns>What the page says before and after.</returns>
    public (IReadOnlyList<Second> Before, IReadOnlyList<Second> After) Remove(Setup setup)
    {
        IReadOnlyList<Second> before;
        using (Place place = new(bin, module, [setup]))
        {
            using PlaceWatch watch = new(place, table, $"{setup.Name}, removed");
            before = Begin(setup, place, watch);
            place.End(setup);
            if (setup.Undone is null)
            {
                watch.Watch("ending", Recovery);
                return (before, watch.Watch("after", Afterwards));
            }
        }
        using Place another = new(bin, module, [setup.Undone]);
        using PlaceWatch later = new(another, table, $"{setup.Name}, restarted");
        Begin(setup.Undone, another, later);
        return (before, later.Watch("after", Afterwards));
    }

    private static IReadOnlyList<Second> Begin(Setup setup, Place place, PlaceWatch watch)
    {
        watch.Watch("before", Settling);
        place.Begin(setup);
        return watch.Watch("during", 2 * setup.Soon);
    }

    private (IReadOnlyList<Second> Seconds, Comfort Both, Comfort? WithoutOne, Comfort? WithoutOther) RunBoth(Setup one, Setup other)
    {
        using Place place = new(bin, module, [one, other]);
        using PlaceWatch watch = new(place, table, $"{one} + {other}");
        watch.Watch("before", Settling);
        place.Begin(one);
        place.Begin(other);
        watch.Watch("beginning", Math.Max(one.Soon, other.Soon));
        IReadOnlyList<Second> during = watch.Watch("both", seconds);
        Comfort? withoutOne = Without(one), withoutOther = Without(other);
        place.End(one);
        place.End(other);
        return (during, Of(during, place), withoutOne, withoutOther);

        Comfort? Without(Setup setup)
        {
            if (setup.Undone is not null)
                return null;
            place.End(setup);
            watch.Watch("ending", Recovery);
            Comfort comfort = Of(watch.Watch($"without {setup}", Afterwards), place);
            place.Begin(setup);
            watch.Watch("beginning", setup.Soon);
            return comfort;
        }
    }

    /// <summary>Another simulator, with one set-up undone.</summary>
    private Comfort RunWithout(Setup undone, Setup setup)
    {
        Setup absent = undone.Undone!;
        using Place place = new(bin, module, [setup, absent]);
        using PlaceWatch watch = new(place, table, $"{setup} without {undone}");
        watch.Watch("before", Settling);
        place.Begin(setup);
        place.Begin(absent);
        watch.Watch("beginning", setup.Soon);
        return Of(watch.Watch($"without {undone}", Afterwards), place);
    }

    private static Comfort Of(IReadOnlyList<Second> seconds, Place place) =>
        Comfort.Of(seconds, [.. place.Visitors.Select(visitor => visitor.Wants)]);
}
