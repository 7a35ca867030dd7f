using System.Runtime.Versioning;
using Mongoose.Client.Downloads;
using Mongoose.Client.Login;
using Mongoose.Network.Numerics;
using Mongoose.Simulators;
using Mongoose.Testbed.Downloads;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Visitors;

/// <summary>A visitor's downloads by HTTP, over the kernel's TCP and the line of the visitor, without end.</summary>
[SupportedOSPlatform("linux")]
internal sealed class VisitorDownloads : IDisposable
{
    private const int Open = 40;

    private static readonly TimeSpan SeedPatience = TimeSpan.FromSeconds(60);

    private readonly RealDownloads _client;
    private readonly DownloadLoad _load;

    public VisitorDownloads(Place place, Visitor visitor)
    {
        using GridLogin asker = new(SeedPatience, GridLogin.MaxCapabilityBytes, HostNetwork.TcpOf(place.Grid.Namespace));
        DownloadCapabilities capabilities = DownloadCapabilities.From(
            asker.AskSeedAsync(visitor.Login.SeedCapability!, DownloadCapabilities.Names).GetAwaiter().GetResult());
        _client = new RealDownloads(capabilities, new DownloadHabits(), () => place.Network.OpenTcp(visitor.Plan.LineNumber));
        _load = new DownloadLoad(_client, DownloadClass.Texture, Open, objects: 0, new SeededRandom(visitor.Plan.LineNumber));
        _load.Start();
    }

    public long ReceivedBytes => _client.ReceivedBytes;

    public void Dispose()
    {
        _load.Stop();
        _client.Dispose();
    }
}
