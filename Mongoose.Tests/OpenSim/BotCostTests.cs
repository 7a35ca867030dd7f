using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Testbed.OpenSim;
using Mongoose.Tests.Measuring;
using Mongoose.Tests.Testbed;
using Mongoose.Tests.Testbed.Commands;

namespace Mongoose.Tests.OpenSim;

/// <summary>What many bots in one process cost: 100 that download at 500 kbit/s each.</summary>
public sealed class BotCostTests : ModuleFixture
{
    private const int Bots = 100;

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = Bots, Prims = 0 };

    [OneTimeSetUp]
    public void MakeRoom()
    {
        Grid.Console.Ask($"region set agent-limit {Bots + 10}");
        LoadTextures(Grid);
    }

    [TestCaseSource(typeof(Engines), nameof(Engines.Both)), Measured, Explicit("costs three minutes; its figures are in docs/BOTS.md")]
    public async Task A_hundred_bots_at_500_kbit_s_each_share_a_process(string engine)
    {
        Engines.Require(engine);
        using TemporaryDirectory directory = new();
        string textures = Path.Combine(directory.Path, "textures.txt"), json = Path.Combine(directory.Path, "bots.json");
        File.WriteAllLines(textures, Textures().Select(id => id.ToString()));
        using TestbedProcess bots = new(directory.Path, [], ["-loginuri", Grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}",
            "-password", "password{n}", "-from", "1", "-botcount", $"{Bots}", "--engine", engine, "--controller", "fixed", "--rate", "500",
            "--activity", "textures", "--textures", textures, "--seconds", "30", "--login-delay", "400", "--json", json], "mongoose-bot.dll");
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(5));
        (int code, string output, string[] errors) = await bots.Finish(deadline.Token);
        TestContext.Out.WriteLine(output);
        Assert.That((code, errors), Is.EqualTo((ExitCode.Good, Array.Empty<string>())), output);

        RunSummary summary = BotJson.Parse(File.ReadAllText(json)).Summary;
        Assert.That(summary.MeanReceivedKbps, Is.GreaterThan(450));
        // LibreMetaverse's own figures are reported, not promised.
        if (engine == "builtin")
        {
            Assert.Multiple(() =>
            {
                Assert.That(summary.CpuCores, Is.LessThan(1));
                Assert.That(summary.PeakMemoryMB, Is.LessThan(200));
            });
        }
    }
}
