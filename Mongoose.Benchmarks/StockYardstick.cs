using System.Globalization;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Benchmarks;

/// <summary>
/// The model of the stock region on real packets, beside what a real OpenSimulator 0.9.3.1 sent to a LibreMetaverse client: textures only,
/// 16 requests outstanding.
/// </summary>
internal static class StockYardstick
{
    private static readonly (double CircuitMbps, double RttMs, double MeasuredMbps)[] Cells =
        [(1.5, 0, 0.450), (5.12, 0, 1.089), (8, 0, 2.13), (8, 200, 2.05)];

    public static void Run(TextWriter text)
    {
        text.WriteLine("| circuit, Mbit/s | RTT, ms | real OpenSim, Mbit/s | stock model | off by | its thread | Mongoose | its thread |");
        text.WriteLine("|---:|---:|---:|---:|---:|---:|---:|---:|");
        foreach ((double circuit, double rtt, double measured) in Cells)
        {
            RunResult stock = Visit(OutboundNames.Stock, circuit, rtt), mongoose = Visit(OutboundNames.Mongoose, circuit, rtt);
            text.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {circuit} | {rtt} | {measured:0.000} | {stock.GoodputKbps / 1000:0.000} | {(stock.GoodputKbps / 1000 / measured - 1) * 100:+0.0;-0.0} % | {stock.CpuPercent:0} % | {mongoose.GoodputKbps / 1000:0.000} | {mongoose.CpuPercent:0} % |"));
        }
    }

    private static RunResult Visit(string outbound, double circuitMbps, double rttMs)
    {
        DataRate circuit = DataRate.FromMegabitsPerSecond(circuitMbps);
        ChannelRates preset = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(1000));
        RegionOptions region = new() { Outbound = outbound };
        LinkOptions link = new() { Delay = Duration.FromMilliseconds(rttMs / 2) };
        using RealVisit visit = new(new VisitPlan
        {
            Region = region,
            Viewer = new ViewerOptions
            {
                Throttle = preset.Scaled(circuit / preset.Total),
                Textures = region.Textures.Ids,
                RepeatTextures = true,
                ReadStamps = true,
            },
            Throttle = circuit,
            ToServer = link,
            ToClient = link,
            Length = Duration.FromSeconds(10),
        });
        visit.Connect(CancellationToken.None);
        Thread.Sleep(TimeSpan.FromSeconds(10));
        return visit.Finish();
    }
}
