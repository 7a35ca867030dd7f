using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>The links of a scenario between two temporary hosts, and the measurement of the links.</summary>
[SupportedOSPlatform("linux")]
internal sealed class TunLine : IDisposable
{
    private LinkWatch[] _watches = [];

    /// <param name="seed">The seed of the links.</param>
    /// <param name="options">The network's options without the links.</param>
    /// <exception cref="HostException">No privileges, or no TUN device.</exception>
    public TunLine(Scenario scenario, long seed, TunNetworkOptions options) =>
        Network = TunNetwork.Create(options with { Links = scenario.Links.Select((link, i) => link.WithSeed(seed, i).Pair).ToArray() });

    public TunNetwork Network { get; }

    /// <summary>Begins to measure the links.</summary>
    /// <param name="origin">The run's start.</param>
    public void Watch(Scenario scenario, Instant origin) => _watches = Network.OnLink(path => path.Links
        .SelectMany((link, i) => LinkWatch.OfBothWays(scenario.Links[i].Name, link, scenario, path.Clock, origin)).ToArray());

    /// <summary>Returns the measurements of each link and direction.</summary>
    public LinkRecord[] Finish() => Network.OnLink(_ => _watches.Select(watch => watch.Finish(RealTimeLoop.Clock)).ToArray());

    public void Dispose() => Network.Dispose();
}
