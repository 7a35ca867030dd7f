using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Two visitors ask for textures by HTTP, and another program has locked the database that holds them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AssetsSetup : Setup
{
    private readonly List<VisitorDownloads> _downloads = [];
    private LockedDatabase? _database;

    public AssetsSetup() => Whom = [0, 1];

    public override string Name => "asset database locked";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => ["assets"];

    public override OpenSimOptions Configure(OpenSimOptions options)
    {
        LockedDatabase.NeedOrSkip();
        return options;
    }

    public override void Begin(Place place)
    {
        _database = new LockedDatabase(Path.Join(place.Grid.Folder, "Asset.db"));
        _downloads.AddRange(Concerned(place).Select(visitor => new VisitorDownloads(place, visitor)));
    }

    /// <summary>Payload that has arrived by HTTP.</summary>
    public long ReceivedBytes => _downloads.Sum(one => one.ReceivedBytes);

    public override void End(Place place)
    {
        _database?.Dispose();
        _downloads.ForEach(one => one.Dispose());
        _downloads.Clear();
    }
}
