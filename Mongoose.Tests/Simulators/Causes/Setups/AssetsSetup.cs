using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Two visitors ask for textures by HTTP, and another program has locked the database that holds them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AssetsSetup : Setup
{
    private readonly DownloadsSetup _downloads = new();
    private LockedDatabase? _database;

    public AssetsSetup() => Whom = _downloads.Whom;

    public override string Name => "asset database locked";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => ["assets"];

    public override string? Error => "database is locked";

    public override OpenSimOptions Configure(OpenSimOptions options)
    {
        LockedDatabase.NeedOrSkip();
        return options;
    }

    public override void Begin(Place place)
    {
        _database = new LockedDatabase(Path.Join(place.Grid.Folder, "Asset.db"));
        _downloads.Begin(place);
    }

    /// <summary>Payload that has arrived by HTTP.</summary>
    public long ReceivedBytes => _downloads.ReceivedBytes;

    public override void End(Place place)
    {
        _database?.Dispose();
        _downloads.End(place);
    }
}
