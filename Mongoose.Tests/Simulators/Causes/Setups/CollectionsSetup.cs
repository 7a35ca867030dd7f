using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The runtime collects garbage all the time: it may keep little memory between collections, and scripts make much garbage.</summary>
/// <param name="environment">Settings of the runtime.</param>
/// <param name="objects">The number of objects with scripts.</param>
[SupportedOSPlatform("linux")]
internal sealed class CollectionsSetup(IReadOnlyDictionary<string, string> environment, int objects) : Setup
{
    private readonly ScriptSetup _garbage = new(ScriptKind.Lists, objects);

    public override string Name => "collections of garbage";

    public override string By => "simulator";

    public override string? Part => "collections";

    public override OpenSimOptions Configure(OpenSimOptions options) =>
        options with { Environment = options.Environment.Concat(environment).ToDictionary(pair => pair.Key, pair => pair.Value) };

    public override void Begin(Place place) => _garbage.Begin(place);

    public override void End(Place place) => _garbage.End(place);
}
