using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Network.Tun;

/// <summary>
/// The maximum rate at which this host forwards packets on a TUN link without adding delay that would be visible in a result.
/// </summary>
/// <param name="Rates">The rates in ascending order, up to the first that was too high; each is the best of several attempts.</param>
public sealed record TunTimingCheck(IReadOnlyList<ForwardingFigures> Rates)
{
    /// <summary>A rate counts as too high if every attempt failed, because a single failure may be caused by another program.</summary>
    private const int Attempts = 3;

    private static readonly double[] RatesMbps = [1, 5, 10, 20, 50, 100, 200, 400, 800];
    private static readonly Duration Delay = Duration.FromMilliseconds(5);

    /// <summary>The maximum rate that was forwarded well, in kbit/s; 0 if there was none.</summary>
    public double LimitKbps => Rates.Where(rate => rate.Good).Select(rate => rate.RateKbps).LastOrDefault();

    /// <summary>Takes <paramref name="each"/> per rate, for up to nine rates; more for a rate that fails, less if cancelled.</summary>
    /// <exception cref="HostException">This host cannot run a TUN link; the message names the cause.</exception>
    [SupportedOSPlatform("linux")]
    public static TunTimingCheck Measure(Duration each, CancellationToken cancellation)
    {
        using TunNetwork network = WarmNetwork(cancellation);
        List<ForwardingFigures> rates = [];
        foreach (double rate in RatesMbps)
        {
            if (Best(network, DataRate.FromMegabitsPerSecond(rate), each, cancellation) is not { } best)
                break;
            rates.Add(best);
            if (!best.Good)
                break;
        }
        return new TunTimingCheck(rates);
    }

    /// <summary>Measures one rate, the best of several attempts; null if cancelled before the first attempt was complete.</summary>
    /// <exception cref="HostException">This host cannot run a TUN link; the message names the cause.</exception>
    [SupportedOSPlatform("linux")]
    public static ForwardingFigures? Try(DataRate rate, Duration length, CancellationToken cancellation)
    {
        using TunNetwork network = WarmNetwork(cancellation);
        return Best(network, rate, length, cancellation);
    }

    /// <summary>
    /// Creates a network and sends some packets, because JIT compilation and growing buffers would delay the first packets measured.
    /// </summary>
    [SupportedOSPlatform("linux")]
    private static TunNetwork WarmNetwork(CancellationToken cancellation)
    {
        TunNetwork network = TunNetwork.Create(new TunNetworkOptions { Links = [new() { Down = new LinkOptions { Delay = Delay } }] });
        ForwardingProbe.Run(network, DataRate.FromMegabitsPerSecond(RatesMbps[0]), Duration.FromMilliseconds(300), Delay, cancellation);
        return network;
    }

    /// <summary>The best attempt; null if cancelled before the first was complete.</summary>
    [SupportedOSPlatform("linux")]
    private static ForwardingFigures? Best(TunNetwork network, DataRate rate, Duration length, CancellationToken cancellation)
    {
        ForwardingFigures? best = null;
        for (int attempt = 0; attempt < Attempts && best?.Good != true; attempt++)
        {
            ForwardingFigures figures = ForwardingProbe.Run(network, rate, length, Delay, cancellation);
            if (cancellation.IsCancellationRequested)
                break; // The attempt was cut short.
            if (best is null || (figures.Carried, best.Carried) is (true, false)
                || figures.Carried == best.Carried && figures.AddedMs.P99 < best.AddedMs.P99)
                best = figures;
        }
        return best;
    }
}
