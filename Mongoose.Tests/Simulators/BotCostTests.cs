using System.Diagnostics;
using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>The cost of many bots in one process: 100 bots download at 500 kbit/s each from a real OpenSim on the same host.</summary>
[NonParallelizable] // It measures processor time.
public sealed class BotCostTests : ModuleFixture
{
    private const int Bots = 100, Seconds = 30, LoginDelayMs = 200;

    /// <summary>The start and length of the measurement, in which all 100 bots are in the region.</summary>
    private static readonly TimeSpan Logins = TimeSpan.FromMilliseconds(Bots * LoginDelayMs + 6000), Window = TimeSpan.FromSeconds(20);

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = Bots };

    [OneTimeSetUp]
    public void MakeRoom()
    {
        Grid.LimitAvatars(Bots + 10);
        LoadTextures(Grid);
    }

    [Test, Measured, Explicit("a minute at full load; docs/results/bots.md has the figures")]
    public Task A_hundred_builtin_bots_at_500_kbit_s_each_take_less_than_a_core_and_200_MB() => Measure("builtin", (cores, summary) =>
    {
        Assert.Multiple(() =>
        {
            Assert.That(cores, Is.LessThan(1));
            Assert.That(summary.PeakMemoryMB, Is.LessThan(200));
        });
    });

    [Test, Explicit("a comparison: the figures are those of the library and not a promise"), Category("LibreMetaverse")]
    public Task A_hundred_LibreMetaverse_bots_receive_the_same()
    {
        Engines.Require("libremetaverse");
        return Measure("libremetaverse", (_, _) => { });
    }

    [Test, Explicit("figures for the size of machines; docs/results/several-machines.md has them")]
    public async Task What_a_hundred_bots_cost([Values("stand", "walk", "mixed")] string activity) =>
        await Run("builtin", ["--activity", activity]);

    private async Task Measure(string engine, Action<double, RunSummary> check)
    {
        (double cores, BotRunResult result) = await Run(engine, ["--controller", "fixed", "--rate", "500", "--activity", "textures"]);
        Assert.That(result.Bots.Select(bot => ReceivedKbps(bot.Seconds!)), Is.All.GreaterThan(475), "otherwise the bots had less to do");
        check(cores, result.Summary);
    }

    /// <summary>The processor time while all bots are at work, in cores, and the result.</summary>
    private async Task<(double Cores, BotRunResult Result)> Run(string engine, string[] work)
    {
        using TemporaryDirectory directory = new();
        string textures = Path.Combine(directory.Path, "textures.txt"), json = Path.Combine(directory.Path, "bots.json");
        File.WriteAllLines(textures, Textures().Select(id => id.ToString()));
        using ProgramProcess bots = new(directory.Path, [],
            ["-loginuri", Grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}",
            "-password", "password{n}", "-from", "1", "-botcount", $"{Bots}", "--engine", engine, "--textures", textures,
            "--seconds", $"{Seconds}", "--login-delay", $"{LoginDelayMs}", "--json", json, .. work], "mongoose-bot.dll");
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(3));
        Task<(int, string, string[])> ending = bots.Finish(deadline.Token);
        await Task.Delay(Logins, deadline.Token);
        double cores = await CoresOf(bots.Id, deadline.Token);
        (int code, string output, string[] errors) = await ending;
        TestContext.Out.WriteLine(output);
        TestContext.Out.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"{engine}: {cores:0.000} cores while all {Bots} bots are at work"));
        Assert.That((code, errors), Is.EqualTo((ExitCode.Good, Array.Empty<string>())), output);
        return (cores, BotJson.Parse(File.ReadAllText(json)));
    }

    private static async Task<double> CoresOf(int id, CancellationToken deadline)
    {
        using Process process = Process.GetProcessById(id);
        TimeSpan before = process.TotalProcessorTime;
        Stopwatch watch = Stopwatch.StartNew();
        await Task.Delay(Window, deadline);
        process.Refresh();
        return (process.TotalProcessorTime - before) / watch.Elapsed;
    }

    /// <summary>The mean rate in the measured seconds.</summary>
    private static double ReceivedKbps(BotSeries seconds) =>
        seconds.ReceivedKbps.Skip((int)Logins.TotalSeconds).Take((int)Window.TotalSeconds).Average();
}
