using System.Numerics;
using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Regions;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Objects with scripts that cost the region its time.</summary>
/// <param name="kind">What the scripts do.</param>
/// <param name="objects">The number of objects, each with one script.</param>
[SupportedOSPlatform("linux")]
internal sealed class ScriptSetup(ScriptKind kind, int objects) : Setup
{
    private const string ObjectName = "Scripted";

    /// <summary>The threads that run scripts; OpenSimulator's default is two.</summary>
    public int Threads { get; init; } = 2;

    public override string Name => $"scripts: {objects} x {kind.Name}";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => kind.Parts;

    public override OpenSimOptions Configure(OpenSimOptions options) =>
        options with { ExtraIni = options.ExtraIni + $"[YEngine]\nNumThreadScriptWorkers = {Threads}\n" };

    public override void Begin(Place place) => place.Grid.Build([.. Enumerable.Range(0, objects).Select(Object)]);

    public override void End(Place place) => place.Grid.Clear(ObjectName);

    private BuiltObject Object(int index)
    {
        const int perRow = 20;
        Vector3 place = new(100 + 1.5f * (index % perRow), 100 + 1.5f * (index / perRow % perRow), 25 + index / (perRow * perRow));
        return new BuiltObject(ObjectName, place)
        {
            Script = kind.Lsl,
        };
    }
}
