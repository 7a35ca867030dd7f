using System.Runtime.Versioning;
using Mongoose.Testbed.Hosts;
using Mongoose.Testbed.Links.Tun;

namespace Mongoose.Tests.Testbed.Links.Tun;

/// <summary>Networks for tests; where this host allows none, the test is reported as skipped with the reason.</summary>
[SupportedOSPlatform("linux")]
internal static class TunNetworks
{
    public static TunNetwork CreateOrSkip(TunNetworkOptions? options = null)
    {
        try
        {
            return TunNetwork.Create(options ?? new TunNetworkOptions());
        }
        catch (HostException exception)
        {
            Assert.Ignore(exception.Message);
            throw;
        }
    }

    public static void SkipWithout() => CreateOrSkip().Dispose();
}
