using System.Globalization;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Benchmarks;

/// <summary>
/// Compares the model of the stock region on real packets with the rate at which a real OpenSimulator 0.9.3.1 sent to a LibreMetaverse
/// client: textures only, 16 requests outstanding.
/// </summary>
internal static class StockYardstick
{
    private static readonly (double CircuitMbps, double RttMs, double MeasuredMbps)[] Cells =
        [(1.5, 0, 0.450), (5.12, 0, 1.089), (8, 0, 2.13), (8, 200, 2.05)];

    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(1.5), Measured = TimeSpan.FromSeconds(9);

    public static void Run(TextWriter text)
    {
        text.WriteLine("| circuit, Mbit/s | RTT, ms | real OpenSim, Mbit/s | stock model | off by | its thread | Mongoose | its thread |");
        text.WriteLine("|---:|---:|---:|---:|---:|---:|---:|---:|");
        foreach ((double circuit, double rtt, double measured) in Cells)
        {
            (double stock, double stockCpu) = Visit(OutboundNames.Stock, circuit, rtt);
            (double mongoose, double mongooseCpu) = Visit(OutboundNames.Mongoose, circuit, rtt);
            text.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {circuit} | {rtt} | {measured:0.000} | {stock / 1000:0.000} | {(stock / 1000 / measured - 1) * 100:+0.0;-0.0} % "
                    + $"| {stockCpu:0} % | {mongoose / 1000:0.000} | {mongooseCpu:0} % |"));
        }
    }

    /// <returns>Goodput in kbit/s after <see cref="Settling"/>, and the region's thread in percent of a core.</returns>
    private static (double GoodputKbps, double CpuPercent) Visit(string outbound, double circuitMbps, double rttMs)
    {
        DataRate circuit = DataRate.FromMegabitsPerSecond(circuitMbps);
        ChannelRates preset = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(1000));
        RegionOptions options = new() { Outbound = outbound };
        LinkOptions link = new() { Delay = Duration.FromMilliseconds(rttMs / 2) };
        using RealTimeLoop regions = new("region"), viewers = new("viewer");
        EmbeddedRegion region = regions.Invoke(() => new EmbeddedRegion(regions, regions, UdpAddress.Loopback(), options));
        long bytes = 0;
        viewers.Invoke(() =>
        {
            UdpRelay relay = new(viewers, viewers, region.Address, link, link);
            new Viewer(viewers, viewers, new ViewerOptions
            {
                Region = relay.Address,
                Throttle = preset.Scaled(circuit / preset.Total),
                Textures = region.Options.Textures.Ids,
                RepeatTextures = true,
            })
            { PacketArrived = arrival => Volatile.Write(ref bytes, bytes + arrival.Bytes) }.Start();
        });
        Thread.Sleep(Settling);
        (Instant from, Duration? used, long before) = (RealTimeLoop.Clock, regions.Invoke(ThreadCpuTime.Current), Volatile.Read(ref bytes));
        Thread.Sleep(Measured);
        Duration time = RealTimeLoop.Clock - from;
        Duration? cpu = regions.Invoke(ThreadCpuTime.Current) - used;
        return (DataRate.Of(Volatile.Read(ref bytes) - before, time).KilobitsPerSecond,
            cpu is { } spent ? 100 * (spent / time) : double.NaN);
    }
}
