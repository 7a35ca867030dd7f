using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// The traffic of each channel of a circuit. Rates belong to the channel that was charged, so resends count as Resend; packets, delays,
/// missing and resent packets belong to the channel of their data. Channels that carried nothing are omitted.
/// </summary>
internal sealed class ChannelFigures(FlowRecord record)
{
    private readonly long[][] _bins = Enum.GetValues<Channel>().Select(_ => new long[record.Bins]).ToArray();
    private readonly DelaySamples[] _delays = Enum.GetValues<Channel>().Select(_ => new DelaySamples()).ToArray();

    /// <summary>The channel whose share was charged for the packet.</summary>
    public static Channel Payer(in Arrival arrival) => arrival.Resent ? Channel.Resend : arrival.Channel;

    /// <param name="at">Time since the run's start.</param>
    /// <param name="arrival">The packet that reached the viewer.</param>
    public void Add(Duration at, in Arrival arrival)
    {
        long bin = at.Nanoseconds / record.Bin.Nanoseconds;
        if (bin >= 0 && bin < record.Bins)
            _bins[(int)Payer(arrival)][bin] += arrival.Bytes;
        if (arrival.Delay is { } delay && record.IsMeasured(at))
            _delays[(int)arrival.Channel].Add(delay);
    }

    /// <param name="task">The ages of updates, as measured by the flow.</param>
    public void Finish(Viewer viewer, DelaySamples task)
    {
        foreach (Channel channel in Enum.GetValues<Channel>())
        {
            string name = ResultNames.Of(channel);
            ChannelReception reception = viewer.Reception(channel);
            if (_bins[(int)channel].Any(bytes => bytes > 0))
                record.Series.Add(TimeSeries.Binned($"{record.Name}.{name}Kbps", "kbit/s", record.Bin, Kbps(_bins[(int)channel])));
            if (reception.Packets > 0)
                AddStats(name, reception, channel == Channel.Task ? null : _delays[(int)channel]);
        }
        record.Extra.Add(("taskDelayMs.max", task.Summarise().Max));
        record.AddSamples("taskDelayMs", task);
    }

    /// <param name="reception">The channel's reception counters.</param>
    /// <param name="delays">Null for the Task channel, whose delays are among every circuit's own stats.</param>
    private void AddStats(string name, ChannelReception reception, DelaySamples? delays)
    {
        record.Extra.AddRange(
        [
            ($"{name}Packets", reception.Packets),
            ($"{name}Missing", reception.Missing),
            ($"{name}Resent", reception.Resent),
        ]);
        if (delays?.Summarise() is not { } delay)
            return;
        record.Extra.AddRange([($"{name}DelayMs.p50", delay.P50), ($"{name}DelayMs.p99", delay.P99)]);
    }

    private double[] Kbps(long[] bins) =>
        bins.Take(record.Bins).Select(bytes => DataRate.Of(bytes, record.Bin).KilobitsPerSecond).ToArray();
}
