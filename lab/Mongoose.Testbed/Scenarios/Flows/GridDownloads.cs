using System.Runtime.Versioning;
using Mongoose.Client.Downloads;
using Mongoose.Client.Login;
using Mongoose.Core.Units;
using Mongoose.Simulators;
using Mongoose.Testbed.Downloads;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Creates viewers' HTTP in real OpenSimulators.</summary>
[SupportedOSPlatform("linux")]
internal static class GridDownloads
{
    private static readonly TimeSpan SeedTimeout = TimeSpan.FromSeconds(60);
    private static readonly Duration PollInterval = Duration.FromMilliseconds(10);

    /// <param name="place">The place where the flow lives.</param>
    /// <param name="options">The downloads, and the circuit beside which they run.</param>
    /// <param name="member">The flow's number in the group, from 1.</param>
    /// <param name="figures">Receives the bytes that arrive.</param>
    /// <exception cref="OpenSimException">The region does not say where its assets are.</exception>
    public static RealDownloads Create(OpenSimHostsPlace place, DownloadFlowOptions options, int member, DownloadFigures figures)
    {
        LoginGranted login = place.GuestOf(options.Visitor!, member).Login;
        RealDownloads downloads = new(CapabilitiesOf(login, place.Grids[options.Region]), options.Habits, place.OpenTcp);
        place.CloseAtEnd(downloads.Dispose);
        long before = 0;
        Sampler sampler = new(place.Viewers.Scheduler, place.Origin, _ =>
        {
            long received = downloads.ReceivedBytes;
            figures.Received(received - before);
            before = received;
        }, PollInterval);
        place.Viewers.Invoke(sampler.Start);
        return downloads;
    }

    private static DownloadCapabilities CapabilitiesOf(LoginGranted login, OpenSimInstance grid)
    {
        Uri seed = login.SeedCapability ?? throw new OpenSimException("the region has no seed capability");
        using GridLogin asker = new(SeedTimeout, GridLogin.MaxCapabilityBytes, HostNetwork.TcpOf(grid.Namespace));
        try
        {
            return DownloadCapabilities.From(asker.AskSeedAsync(seed, DownloadCapabilities.Names).GetAwaiter().GetResult());
        }
        catch (Exception exception) when (exception is HttpRequestException or FormatException)
        {
            throw new OpenSimException($"the seed capability failed: {exception.Message}", exception);
        }
    }
}
