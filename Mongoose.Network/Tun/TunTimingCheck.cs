using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Hosts;
using Mongoose.Network.Links;

namespace Mongoose.Network.Tun;

/// <summary>Up to which rate this host forwards packets on a TUN link without adding delay that would be seen in a result.</summary>
/// <param name="Rates">In ascending order, up to the first that was too much; of several tries the best.</param>
public sealed record TunTimingCheck(IReadOnlyList<ForwardingFigures> Rates)
{
    /// <summary>A rate counts as too much when it was so each time: once may be another program's doing.</summary>
    private const int Attempts = 3;

    private static readonly double[] RatesMbps = [1, 5, 10, 20, 50, 100, 200, 400, 800];
    private static readonly Duration Delay = Duration.FromMilliseconds(5);

    /// <summary>The highest rate that was forwarded well, in kbit/s; 0 if none was.</summary>
    public double LimitKbps => Rates.Where(rate => rate.Good).Select(rate => rate.RateKbps).LastOrDefault();

    /// <summary>Takes <paramref name="each"/> for each of nine rates, more for one that fails; less when cancelled.</summary>
    /// <exception cref="HostException">This host has no TUN link; the message says why.</exception>
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

    /// <summary>One rate, of several tries the best; null if cancelled before one was over.</summary>
    /// <exception cref="HostException">This host has no TUN link; the message says why.</exception>
    [SupportedOSPlatform("linux")]
    public static ForwardingFigures? Try(DataRate rate, Duration length, CancellationToken cancellation)
    {
        using TunNetwork network = WarmNetwork(cancellation);
        return Best(network, rate, length, cancellation);
    }

    /// <summary>What is compiled and grown in the first packets would count as delay.</summary>
    [SupportedOSPlatform("linux")]
    private static TunNetwork WarmNetwork(CancellationToken cancellation)
    {
        TunNetwork network = TunNetwork.Create(new TunNetworkOptions { Down = new LinkOptions { Delay = Delay } });
        ForwardingProbe.Run(network, DataRate.FromMegabitsPerSecond(RatesMbps[0]), Duration.FromMilliseconds(300), Delay, cancellation);
        return network;
    }

    /// <summary>Null if cancelled before one try was over.</summary>
    [SupportedOSPlatform("linux")]
    private static ForwardingFigures? Best(TunNetwork network, DataRate rate, Duration length, CancellationToken cancellation)
    {
        ForwardingFigures? best = null;
        for (int attempt = 0; attempt < Attempts && best?.Good != true; attempt++)
        {
            ForwardingFigures figures = ForwardingProbe.Run(network, rate, length, Delay, cancellation);
            if (cancellation.IsCancellationRequested)
                break; // It is cut short.
            if (best is null || figures.Good || figures.AddedMs.P99 < best.AddedMs.P99)
                best = figures;
        }
        return best;
    }
}
