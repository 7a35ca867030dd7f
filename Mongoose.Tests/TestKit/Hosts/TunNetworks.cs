using System.Runtime.Versioning;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;

namespace Mongoose.TestKit.Hosts;

/// <summary>Networks for tests; if this host does not allow them, the test is reported as skipped with the reason.</summary>
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
