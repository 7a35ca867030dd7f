using Mongoose.Core.Units;
using Nini.Config;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Regions;

/// <summary>OpenSim's own limits, in words. Its INI files give them in bytes per second, and describe some values wrongly.</summary>
internal static class OpenSimLimits
{
    private const string Section = "ClientStack.LindenUDP", ForClient = "client_throttle_max_bps", ForScene = "scene_throttle_max_bps";

    /// <summary>The limits in force for each circuit and for the region, with the keys that set them.</summary>
    public static string Describe(LLUDPServer server, DataRate region, DataRate? ownCap)
    {
        string key = ownCap is null ? ForClient : "MaxCircuitKbps";
        string total = region > DataRate.Zero ? $"{region.KilobitsPerSecond:0} kbit/s for the region" : "no limit for the region";
        return $"at most {KilobitsOf(server):0} kbit/s per visitor ({key}), {total} ({ForScene})";
    }

    /// <summary>
    /// A warning if OpenSim does not use the client_throttle_max_bps of the INI files as written; null if it does, or if the key is absent.
    /// A comment in OpenSim's own files says that 0 means no limit, but it means the minimum.
    /// </summary>
    public static string? UnusedLimit(LLUDPServer server, IConfigSource source)
    {
        string? given = source.Configs[Section]?.GetString(ForClient)?.Trim();
        int used = server.ThrottleRates.ClientMaxRate;
        if (string.IsNullOrEmpty(given) || given == FormattableString.Invariant($"{used}"))
            return null;
        return $"[{Section}] {ForClient} = {given} is not used: each visitor gets at most {used} bytes/s, {KilobitsOf(server):0} kbit/s."
            + " OpenSimulator allows 6250 to 1000000 bytes/s, and 0 does not mean \"no limit\": remove the key (5120 kbit/s), "
            + "write 1000000 (8000 kbit/s),"
            + " or set MaxCircuitKbps in [Mongoose]";
    }

    private static double KilobitsOf(LLUDPServer server) =>
        DataRate.FromBytesPerSecond(server.ThrottleRates.ClientMaxRate).KilobitsPerSecond;
}
