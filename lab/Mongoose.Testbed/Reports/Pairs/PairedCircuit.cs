using Mongoose.Core.Channels;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>
/// One circuit of a pair: its stats, averaged over the runs, and the series of the first run. Values that were not measured are NaN.
/// </summary>
internal sealed class PairedCircuit
{
    private readonly TestbedResult _result;

    private PairedCircuit(TestbedResult result, string name) => (_result, Name) = (result, name);

    /// <summary>The name of its flow or, if there are several viewers, of their group, whose stats are means.</summary>
    public string Name { get; }

    public double ThrottleKbps => Stat("throttleKbps");

    /// <summary>The upper bound of the goodput: the throttle, or the line's rate if that is lower.</summary>
    public double LimitKbps => Stat("limitKbps");

    public double GoodputKbps => Stat("goodputKbps");

    /// <summary>Goodput as a share of the limit.</summary>
    public double UsedPercent => Stat("usedPercent");

    public double LossPercent => Stat("lossPercent");

    /// <summary>NaN if some of the first textures were not complete.</summary>
    public double FirstTexturesSeconds => Stat("firstTexturesSeconds");

    public double CpuPercent => Stat("cpuPercent");

    public DelaySummary TaskDelayMs => new(Stat("taskDelayMs.p50"), Stat("taskDelayMs.p99"), Stat("taskDelayMs.max"));

    /// <summary>Quantiles of the first viewer's update delays; empty if none were measured.</summary>
    public double[] TaskDelayQuantiles => SeriesOf<SampleSeries>("taskDelayMs")?.Quantiles ?? [];

    /// <summary>Null if the flow did not run.</summary>
    public static PairedCircuit? Find(TestbedResult result, string name)
    {
        PairedCircuit circuit = new(result, name);
        return double.IsNaN(circuit.GoodputKbps) ? null : circuit;
    }

    public double GoodputOf(Channel channel) => Stat($"{ResultNames.Of(channel)}Kbps");

    public double DelayP99Of(Channel channel) => Stat($"{ResultNames.Of(channel)}DelayMs.p99");

    /// <summary>The first viewer's rate over time; null if the channel carried nothing.</summary>
    public TimeSeries? SeriesOf(Channel channel) => SeriesOf<TimeSeries>($"{ResultNames.Of(channel)}Kbps");

    private double Stat(string stat) => _result.Mean($"{Name}.{stat}");

    private T? SeriesOf<T>(string series)
        where T : DataSeries =>
            _result.Runs[0].Series.OfType<T>().FirstOrDefault(one => one.Name == $"{Name}.{series}" || one.Name == $"{Name}.1.{series}");
}
