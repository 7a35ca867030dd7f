using System.Globalization;
using System.Net;
using Mongoose.Core.Units;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Simulators;

/// <summary>The options of a temporary OpenSim.</summary>
public sealed record OpenSimOptions
{
    private const string EnableModule = """
        [Mongoose]
            Enabled = true

        """;

    /// <summary>The installation that is copied. It is never modified.</summary>
    public required OpenSimBin Bin { get; init; }

    /// <summary>Number of accounts to create, see <see cref="OpenSimUser.Number"/>.</summary>
    public int Users { get; init; } = 2;

    /// <summary>Files to copy over its bin/, with their paths and their destinations relative to bin/.</summary>
    public IReadOnlyList<ModuleFile> Module { get; init; } = [];

    /// <summary>Sections in INI format, added at the end of the configuration so that they take precedence.</summary>
    public string ExtraIni { get; init; } = "";

    /// <summary>The assets that viewers can load by HTTP; empty: the simulator offers no such downloads.</summary>
    public IReadOnlyList<StoredAsset> Assets { get; init; } = [];

    /// <summary>Number of prims in the region from the start.</summary>
    public int Prims { get; init; }

    /// <summary>
    /// The names of further regions, in a row east of the first; all different. OpenSim reads a name up to the first closing bracket.
    /// </summary>
    public IReadOnlyList<string> Neighbours { get; init; } = [];

    /// <summary>Environment variables for its process, in addition to inherited ones.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>
    /// A command, with arguments, that starts its program in its own place, so that the process id is the same; empty: none.
    /// </summary>
    public IReadOnlyList<string> Starter { get; init; } = [];

    /// <summary>The address that it listens on and announces to viewers.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>
    /// The network namespace that it runs in, which has the address; null for this process's own. Only on Linux, for root.
    /// </summary>
    public NetworkNamespace? Namespace { get; init; }

    /// <summary>Port for HTTP (TCP) and the region (UDP); 0: any free port.</summary>
    public int Port { get; init; }

    /// <summary>
    /// Maximum time from the start to "logins enabled". A start takes several seconds of processor time, so it takes minutes if several
    /// simulators start on a busy host.
    /// </summary>
    public Duration StartTimeout { get; init; } = Duration.FromSeconds(300);

    /// <summary>The same options with Mongoose installed and enabled.</summary>
    /// <param name="module">The module's release tree.</param>
    public OpenSimOptions WithModule(IReadOnlyList<ModuleFile> module) => this with { Module = module, ExtraIni = ExtraIni + EnableModule };
}

/// <summary>
/// An account of a temporary grid. Each viewer needs its own: a second login is refused while the account is still logged in.
/// </summary>
public sealed record OpenSimUser(string First, string Last, string Password, Guid Id)
{
    /// <summary>The account "Viewer 1", "Viewer 2" and so on; ids are the same in every grid.</summary>
    public static OpenSimUser Number(int number) => new(
        "Viewer", number.ToString(CultureInfo.InvariantCulture), $"password{number}",
        new Guid(number, 0x4d67, 0x4f53, 0x80, 0, 0, 0, 0, 0, 0, 1));

    /// <summary>The account with this id, which starts with the account's number.</summary>
    public static OpenSimUser WithId(Guid id) => Number(BitConverter.ToInt32(id.ToByteArray()));

    /// <summary>The console command that creates the account without prompting.</summary>
    public string CreateCommand => $"create user {First} {Last} {Password} {First}{Last}@example.invalid {Id} \"\"";
}
