using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.OpenSim;

/// <summary>What a throw-away OpenSim is like.</summary>
public sealed record OpenSimOptions
{
    private const string EnableModule = """
        [Mongoose]
            Enabled = true

        """;

    /// <summary>The installation that it is made from. Nothing in there is ever changed.</summary>
    public required OpenSimBin Bin { get; init; }

    /// <summary>Accounts to make, see <see cref="OpenSimUser.Number"/>.</summary>
    public int Users { get; init; } = 2;

    /// <summary>Files to lay over its bin/: where they are, and where they go, relative to bin/.</summary>
    public IReadOnlyList<ModuleFile> Module { get; init; } = [];

    /// <summary>Sections for its configuration, read last, so that they win. Text as in an INI file.</summary>
    public string ExtraIni { get; init; } = "";

    /// <summary>Prims in the region from the start.</summary>
    public int Prims { get; init; }

    /// <summary>Whether there is a second region, to the east of the first.</summary>
    public bool Neighbour { get; init; }

    /// <summary>Environment variables for its process, besides those that it inherits.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>HTTP (TCP) and region (UDP) port; 0 takes a free one.</summary>
    public int Port { get; init; }

    /// <summary>From start to "logins enabled". The first start of a new folder makes a database; a busy host takes its time.</summary>
    public Duration StartTimeout { get; init; } = Duration.FromSeconds(90);

    /// <summary>The same with Mongoose installed and enabled, all else as it is by default.</summary>
    /// <param name="module">The module's release tree.</param>
    public OpenSimOptions WithModule(IReadOnlyList<ModuleFile> module) => this with { Module = module, ExtraIni = ExtraIni + EnableModule };
}

/// <summary>An account of a throw-away grid. One for every viewer: a second login of an account that is still there is refused.</summary>
public sealed record OpenSimUser(string First, string Last, string Password, Guid Id)
{
    /// <summary>The accounts "Viewer 1", "Viewer 2" and so on; ids are the same in every grid.</summary>
    public static OpenSimUser Number(int number) => new(
        "Viewer", number.ToString(CultureInfo.InvariantCulture), $"password{number}", new Guid(number, 0x4d67, 0x4f53, 0x80, 0, 0, 0, 0, 0, 0, 1));

    /// <summary>The account with that id, which begins with its number.</summary>
    public static OpenSimUser WithId(Guid id) => Number(BitConverter.ToInt32(id.ToByteArray()));

    /// <summary>The console command that makes the account, with nothing left to be asked.</summary>
    internal string CreateCommand => $"create user {First} {Last} {Password} {First}{Last}@example.invalid {Id} \"\"";
}
