using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Simulators.Causes.Figures;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>Watches a place once a second, and writes each second into the table of all seconds.</summary>
/// <param name="place">The place.</param>
/// <param name="table">The table.</param>
/// <param name="name">The run's name in the table.</param>
[SupportedOSPlatform("linux")]
internal sealed class PlaceWatch(Place place, SecondsTable table, string name) : IDisposable
{
    private readonly Sampler _sampler = new(place);

    /// <summary>Watches for some seconds.</summary>
    /// <param name="phase">What the seconds are, in the table.</param>
    /// <param name="count">The number of seconds.</param>
    /// <param name="enough">Ends the watch early if it is true of the last second.</param>
    public IReadOnlyList<Second> Watch(string phase, int count, Func<Second, bool>? enough = null)
    {
        List<Second> seconds = [];
        Instant began = RealTimeLoop.Clock;
        while (seconds.Count < count && (seconds.Count == 0 || enough?.Invoke(seconds[^1]) != true))
        {
            Duration wait = began + Duration.FromSeconds(seconds.Count + 1) - RealTimeLoop.Clock;
            Thread.Sleep(TimeSpan.FromSeconds(Math.Max(0, wait.Seconds)));
            seconds.Add(new Second(_sampler.Take(), PageReading.Of(place.Status.Data(after: long.MaxValue))));
            table.Add(name, phase, place, seconds[^1]);
        }
        return seconds;
    }

    public void Dispose() => _sampler.Dispose();
}
