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
    private const int Objects = 20;

    private readonly ScriptSetup _garbage = new(ScriptKind.Texts, Objects);

    public override string Name => "collections of garbage";

    public override string By => "simulator";

    public override string? Part => "collections";

    /// <summary>Settings of the runtime.</summary>
    public IReadOnlyDictionary<string, string> Runtime { get; init; } = new Dictionary<string, string> { ["DOTNET_gcConcurrent"] = "0" };

    public override OpenSimOptions Configure(OpenSimOptions options) =>
        options with { Environment = options.Environment.Concat(Runtime).ToDictionary(pair => pair.Key, pair => pair.Value) };

    public override void Begin(Place place) => _garbage.Begin(place);

    public override void End(Place place) => _garbage.End(place);
}
