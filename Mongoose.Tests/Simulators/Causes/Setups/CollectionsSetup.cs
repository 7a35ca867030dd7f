using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>
/// Scripts make so many long texts that the runtime collects garbage all the time, and stops all threads for each collection.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class CollectionsSetup : Setup
{
    private const int Objects = 20, Prims = 4000;

    private readonly ScriptSetup _garbage = new(ScriptKind.Texts, Objects);

    public override string Name => "collections of garbage";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => ["collections"];

    /// <summary>Whether the runtime has threads of their own for collections, whose processor time Linux tells.</summary>
    public bool IsServer { get; init; }

    public override OpenSimOptions Configure(OpenSimOptions options) => options with
    {
        // A collection of the whole heap takes longer, the more objects are in the region.
        Prims = Prims,
        Environment = new Dictionary<string, string>(options.Environment)
        {
            ["DOTNET_gcConcurrent"] = "0",
            ["DOTNET_gcServer"] = IsServer ? "1" : "0",
        },
    };

    public override void Begin(Place place) => _garbage.Begin(place);

    public override void End(Place place) => _garbage.End(place);
}
