using System.Numerics;
using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Regions;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>A heap of boxes that push each other away without end: a script in each draws it to the same place.</summary>
/// <param name="engine">The physics engine, as the key "physics" names it.</param>
/// <param name="boxes">The number of boxes.</param>
[SupportedOSPlatform("linux")]
internal sealed class PhysicsSetup(string engine, int boxes) : Setup
{
    private const string ObjectName = "Falling";

    public override string Name => $"physics: {boxes} boxes in {engine}";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => ["physics"];

    public override OpenSimOptions Configure(OpenSimOptions options) => options with
    {
        ExtraIni = options.ExtraIni + $"""
            [Startup]
            physics = {engine}
            meshing = {(engine == "ubODE" ? "ubODEMeshmerizer" : "Meshmerizer")}

            """,
    };

    public override void Begin(Place place) => place.Grid.Build([.. Enumerable.Range(0, boxes).Select(Object)]);

    public override void End(Place place) => place.Grid.Clear(ObjectName);

    /// <summary>The boxes stand so close that each touches its neighbours.</summary>
    private static BuiltObject Object(int index)
    {
        const int side = 8;
        return new BuiltObject(ObjectName,
            new Vector3(60 + 0.4f * (index % side), 60 + 0.4f * (index / side % side), 26 + 0.4f * (index / (side * side))))
        {
            IsPhysical = true,
            Script = ScriptKind.Drawn.Lsl,
        };
    }
}
