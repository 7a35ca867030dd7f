using Mongoose.Client.Viewers;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Tests in a real OpenSim with Mongoose installed as an operator does it: the release tree is copied over OpenSim's bin/.
/// </summary>
public abstract class ModuleFixture : OpenSimFixture
{
    /// <summary>The name of the configuration without any change by the fixture.</summary>
    protected const string DefaultSettings = "default settings";

    /// <summary>The region, and the one east of it if there are two.</summary>
    protected const string Home = OpenSimIni.RegionName, Neighbour = "Neighbour";

    /// <summary>The names of further regions.</summary>
    protected static string[] OtherRegions(int count) => [.. Enumerable.Range(2, count).Select(number => $"Region {number}")];

    /// <summary>The files of the release tree that the build produced.</summary>
    internal static ModuleFile[] Module()
    {
        ModuleFile[] files = ModuleFile.TreeOf(Path.Combine(Repository.Root(), "bin"));
        Assert.That(files, Is.Not.Empty, "a Release build puts the module into bin/");
        return files;
    }

    /// <summary>Additional keys of the [Mongoose] section.</summary>
    protected virtual string Settings => "";

    protected virtual int Prims => 0;

    protected virtual int SceneBytesPerSecond => 25_000_000;

    protected override OpenSimOptions Options(OpenSimBin bin) => new()
    {
        Bin = bin,
        Users = 24,
        Prims = Prims,
        Module = Module(),
        // The region's default limit of 50 Mbit/s has a separate test.
        ExtraIni = $"""
            [Mongoose]
            Enabled = true
            {Settings}
            [Startup]
            ManagedStatsRemoteFetchURI = "ManagedStats"
            [ClientStack.LindenUDP]
            scene_throttle_max_bps = {SceneBytesPerSecond}

            """,
    };

    /// <summary>The same options without the module.</summary>
    protected OpenSimOptions Stock(OpenSimBin bin) => Options(bin) with { Module = [], ExtraIni = "" };

    protected static IReadOnlyList<Guid> Textures() =>
        LibraryTextures.Read(OpenSimBin.FindDefault()!).Select(texture => texture.Id).ToArray();

    /// <summary>
    /// Downloads every texture once, because OpenSim decodes a texture on the first request, which costs far more than sending it.
    /// </summary>
    protected void LoadTextures(OpenSimInstance grid) => LoadTextures(grid, Textures());

    protected void LoadTextures(OpenSimInstance grid, IReadOnlyList<Guid> textures)
    {
        Guid[][] parts = textures.Chunk(8).ToArray();
        SomeAtOnce(parts.Length, i =>
        {
            using GridVisit visit =
                GridVisit.Begin(Loop, grid, NextUser(), new ViewerOptions { Throttle = Circuit(8), Textures = parts[i] });
            Assert.That(
                visit.WaitFor(viewer => viewer.TexturesCompleted + viewer.TexturesMissing >= parts[i].Length, Patience), $"{visit}");
        });
    }
}
