using Mongoose.Network.Numerics;
using Mongoose.Testbed.Downloads;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A viewer's downloads in a run. Its methods are called on the thread of the viewers' site.</summary>
internal sealed class DownloadFlow : IFlow
{
    /// <summary>The first random number stream of these flows, and the number of streams of each.</summary>
    private const long Stream = 7000, StreamsOfFlow = 8;

    private readonly DownloadFlowOptions _options;
    private readonly IDownloadClient _client;
    private readonly DownloadFigures _figures;
    private readonly DownloadLoad[] _loads;

    /// <param name="options">The downloads.</param>
    /// <param name="client">The viewer's HTTP.</param>
    /// <param name="random">Creates one of the flow's random number streams by its index, from 0.</param>
    private DownloadFlow(DownloadFlowOptions options, IDownloadClient client, DownloadFigures figures, Func<int, SeededRandom> random)
    {
        (_options, _client, _figures) = (options, client, figures);
        _loads = [.. options.Classes.Select((load, i) => new DownloadLoad(client, load.Class, load.Open, options.Objects, random(i))
        {
            Requested = figures.Requested,
            Finished = figures.Finished,
        })];
    }

    public static IFlow Create(Place place, FlowGroup group, DownloadFlowOptions options, int member, FlowRecord record)
    {
        long stream = Stream + StreamsOfFlow * place.NextNumber(options);
        DownloadFigures figures =
            new(place.Viewers.Scheduler, place.Origin, options.Alone, CircuitWatch.Of(place, options.Circuit, member), record);
        place.Viewers.Invoke(() => figures.Watch(group.Start));
        IDownloadClient client = place is OpenSimHostsPlace hosts && OperatingSystem.IsLinux()
            ? GridDownloads.Create(hosts, options, member, figures)
            : SimulatedDownloads.Create((SimulatedPlace)place, group, options, member, figures, RandomOf((int)StreamsOfFlow - 1));
        return new FlowOnSite(place.Viewers, new DownloadFlow(options, client, figures, RandomOf));

        SeededRandom RandomOf(int i) => new(place.Seed, stream + i);
    }

    public void Start()
    {
        _figures.Started();
        foreach (DownloadLoad load in _loads)
            load.Start();
    }

    public void Stop()
    {
        foreach (DownloadLoad load in _loads)
            load.Stop();
    }

    public void Finish(FlowRecord record) =>
        _figures.Finish(_client.Totals, _options.Objects > 0 ? _loads.All(load => load.HasEnded) : null);
}
