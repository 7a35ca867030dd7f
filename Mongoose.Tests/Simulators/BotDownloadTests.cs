using Mongoose.Client.Downloads;
using Mongoose.Client.Results;
using Mongoose.Simulators;
using Mongoose.Testbed.Downloads;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>mongoose-bot --http in a real OpenSim, whose prims have textures and meshes that it serves by HTTP.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class BotDownloadTests : OpenSimFixture
{
    /// <summary>The textures of the ground, of which an OpenSim may lack some.</summary>
    private const int GroundTextures = 4;

    /// <summary>A header and four levels of detail.</summary>
    private const int PartsOfMesh = 5;

    private static readonly DownloadObject[] Textures = Of(DownloadClass.Texture), Meshes = Of(DownloadClass.Mesh);

    protected override OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = 12, Assets = StoredDownloads.All };

    private static DownloadObject[] Of(DownloadClass kind) => [.. DownloadObjects.All.Where(what => what.Class == kind)];

    [OneTimeSetUp]
    public void Furnish()
    {
        using TemporaryDirectory directory = new();
        string archive = Path.Combine(directory.Path, "furnished.oar");
        FurnishedArchive.Write(archive, [.. Textures.Select(what => what.Id)], [.. Meshes.Select(what => what.Id)]);
        Grid.Console.Ask($"load oar {archive}", TimeSpan.FromMinutes(3));
    }

    [TestCaseSource(typeof(Engines), nameof(Engines.Both))]
    public void Every_bot_fetches_every_texture_and_mesh_of_the_scene_once(string engine)
    {
        Engines.Require(engine);
        BotRunResult result = new Bots(Grid, NextUser)
            .Run(engine, ExitCode.Good, "-botcount", "2", "--activity", "stand", "--http", "--seconds", "40");
        int scene = Textures.Length + PartsOfMesh * Meshes.Length;
        long bytes = Textures.Concat(Meshes).Sum(what => (long)what.Bytes);
        Assert.That(result.Request.Http);
        foreach (BotResult bot in result.Bots)
        {
            Assert.Multiple(() =>
            {
                Assert.That(bot.HttpRequests, Is.InRange(scene, scene + GroundTextures));
                Assert.That(bot.HttpAnswers, Is.InRange(scene, bot.HttpRequests));
                Assert.That(bot.HttpAnswers + bot.HttpFailed, Is.EqualTo(bot.HttpRequests), "nothing is open at the end");
                Assert.That(bot.HttpBytes, Is.AtLeast(bytes));
                Assert.That((bot.HttpTimeouts, bot.MeanHttpKbps > 0, bot.P50FirstByteMs > 0), Is.EqualTo((0L, true, true)));
            });
        }
        Assert.That(result.Histograms.FirstByteMs.Counts.Sum(), Is.EqualTo(result.Summary.HttpAnswers));
    }
}
