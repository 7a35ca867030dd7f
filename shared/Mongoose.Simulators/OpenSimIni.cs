using System.Net;

namespace Mongoose.Simulators;

/// <summary>
/// The configuration of a temporary standalone: accounts in SQLite, one address, no physics, no prompts, textures over UDP.
/// </summary>
public static class OpenSimIni
{
    public const string RegionName = "Testbed";

    public const string ConsoleUser = "testbed";

    /// <summary>OpenSim.ini: the architecture and the addresses that OpenSim's own include files use.</summary>
    public static string Addresses(IPAddress address, int port) => $"""
        [Const]
            BaseHostname = "{address}"
            BaseURL = "http://{address}"
            PublicPort = "{port}"
            PrivURL = "http://{address}"
            PrivatePort = "{port}"
        [Architecture]
            Include-Architecture = "config-include/Standalone.ini"

        """;

    /// <summary>Regions/Regions.ini.</summary>
    /// <param name="address">The address of all regions.</param>
    /// <param name="ports">The UDP ports of the first region and of its neighbours.</param>
    /// <param name="neighbours">The names of the neighbours, from west to east.</param>
    public static string Regions(IPAddress address, IReadOnlyList<int> ports, IReadOnlyList<string> neighbours) =>
        string.Concat(neighbours.Prepend(RegionName).Select((name, east) => Region(name, east, address, ports[east])));

    /// <summary>The settings that differ from <see cref="Overrides"/> for viewers that load assets by HTTP.</summary>
    public static readonly string Downloads = $"""
        [AssetService]
            AssetLoaderArgs = "{AssetSet.ListFile}"
        [ClientStack.LindenCaps]
            Cap_GetTexture = "localhost"
            Cap_GetMesh = "localhost"
            Cap_GetMesh2 = "localhost"
            Cap_GetAsset = "localhost"

        """;

    private static string Region(string name, int east, IPAddress address, int port) => $"""
        [{name}]
            RegionUUID = 4d6f6e67-6f6f-7365-0000-{east + 1:x12}
            Location = {1000 + east},1000
            SizeX = 256
            SizeY = 256
            InternalAddress = {address}
            InternalPort = {port}
            AllowAlternatePorts = False
            ResolveAddress = False
            ExternalHostName = {address}
            MaxPrims = 45000
            MaxAgents = 100

        """;

    /// <summary>
    /// A file of config/, which is read after all others and therefore wins. The four capabilities must be emptied together: if only some
    /// of them are empty, OpenSim advertises an empty address.
    /// </summary>
    public static string Overrides(int port, string consolePassword) => $"""
        [Startup]
            physics = basicphysics
            meshing = ZeroMesher
            ConsolePrompt = "> "
        [Network]
            http_listener_port = {port}
            ConsoleUser = "{ConsoleUser}"
            ConsolePass = "{consolePassword}"
            console_port = 0
        ; The scene is created anew each time; writing its prims to disk at the end would take longer than most runs.
        [SimulationDataStore]
            StorageProvider = "OpenSim.Data.Null.dll"
        ; There are no scripts, and OpenSim stops some seconds sooner without the engine.
        [YEngine]
            Enabled = false
        [Map]
            GenerateMaptiles = false
        [Estates]
            DefaultEstateName = Testbed
            DefaultEstateOwnerName = Estate Owner
            DefaultEstateOwnerUUID = 00000000-0000-0000-0000-000000000001
            DefaultEstateOwnerEMail = owner@example.invalid
            DefaultEstateOwnerPassword = {consolePassword}
        [GridService]
            Region_{RegionName} = "DefaultRegion, FallbackRegion"
        [LoginService]
            DOSMaxRequestsInTimeFrame = 0
            AllowLoginFallbackToAnyRegion = true
        [ClientStack.LindenUDP]
            client_throttle_max_bps = 1000000
        [ClientStack.LindenCaps]
            Cap_GetTexture = ""
            Cap_GetMesh = ""
            Cap_GetMesh2 = ""
            Cap_GetAsset = ""

        """;
}
