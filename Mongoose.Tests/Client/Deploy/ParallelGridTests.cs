using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Client.Results;
using Mongoose.Simulators;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>
/// deploy/parallel/run loads a real region from four machines with ten bots each. The machines share this host's processors: the tests show
/// that the parts add up and that failures are named, not how much a grid carries.
/// </summary>
[Category("OpenSim")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class ParallelGridTests
{
    private const int Parts = 4, Bots = 40;

    private Machines _machines = null!;
    private OpenSimInstance _grid = null!;

    [OneTimeSetUp]
    public void StartGrid()
    {
        OpenSimBin bin = InstalledOpenSim.FindOrSkip();
        Machines.Require();
        _machines = new Machines(Parts);
        _grid = OpenSimInstance.Start(
            new OpenSimOptions { Bin = bin, Users = Bots, Address = Machines.HubAddress, Namespace = _machines.Hub });
        _grid.LimitAvatars(Bots + 10);
    }

    [OneTimeTearDown]
    public void StopGrid()
    {
        _grid?.Dispose();
        _machines?.Dispose();
    }

    [TearDown]
    public void The_region_is_empty_and_no_process_is_left()
    {
        foreach (Machine machine in _machines.All)
            Assert.That(() => machine.Processes, Is.Empty.After(60_000, 100), machine.Address);
        // The region itself misses a bot that was killed after a minute.
        Assert.That(Agents, Is.Zero.After(120_000, 3000));
    }

    [Test, Order(1)]
    public async Task Four_machines_load_a_grid_with_forty_bots()
    {
        using RecipeRun run = Start(seconds: 15);
        Assert.That(await run.Finish(), Is.Zero);

        BotRunResult sum = Sum(run);
        BotRunResult[] parts = Enumerable.Range(0, Parts).Select(part => BotJson.Parse(run.Part(part))).ToArray();
        DateTimeOffset first = parts.Min(part => part.StartedAt), last = parts.Max(part => part.StartedAt);
        IEnumerable<string> late = parts.Select(part => part.Summary.P99TimerLatenessMs.ToString("0.0", CultureInfo.InvariantCulture));
        TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"starts within {(last - first).TotalMilliseconds:0} ms; {sum.Summary.Arrived} of {sum.Request.Accounts.Count} arrived; "
            + $"arrival p95 {sum.Summary.P95ArrivalMs:0} ms, round trip p95 {sum.Summary.P95RttMs:0.0} ms, "
            + $"timers late p99 {string.Join(", ", late)} ms"));
        Assert.Multiple(() =>
        {
            Assert.That((sum.Summary.Arrived, sum.Request.Accounts.Count, sum.Bots.Count), Is.EqualTo((Bots, Bots, Bots)));
            Assert.That(sum.Bots.Select(bot => bot.Number).Order(), Is.EqualTo(Enumerable.Range(0, Bots)));
            Assert.That(parts.Select(part => part.Request.Shard.Index), Is.EqualTo(Enumerable.Range(0, Parts)));
        });
    }

    [Test, Order(2)]
    public async Task Ctrl_C_logs_the_bots_out_and_their_results_are_collected()
    {
        using RecipeRun run = Start(seconds: 120);
        await AllArrive();
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Agents, Is.Zero.After(40_000, 1000), "they left: the region did not have to miss them, which takes a minute");
        Assert.That(Sum(run).Summary.Arrived, Is.EqualTo(Bots));
        Assert.That(Enumerable.Range(0, Parts).Select(part => BotJson.Parse(run.Part(part)).Interrupted), Is.All.True);
    }

    [Test, Order(3)]
    public async Task Ctrl_C_twice_cuts_the_bots_off_and_their_results_are_collected()
    {
        using RecipeRun run = Start(seconds: 120);
        await AllArrive();
        run.Interrupt();
        await run.Prints("run: interrupted");
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, Parts).Select(part => BotJson.Parse(run.Part(part)).Interrupted), Is.All.True);
    }

    [Test, Order(4)]
    public async Task A_part_that_is_killed_is_named_and_the_others_are_in_the_sum()
    {
        using RecipeRun run = Start(seconds: 40);
        await AllArrive();
        Outside.Run("kill", "-KILL", $"{_machines[2].Bot(2)}");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain($"run: part 2 on {_machines[2].Address}: exit value 137\n").And.Contain("part-2.json"));
        Assert.That(Sum(run).Bots.Select(bot => bot.Number % Parts).Distinct().Order(), Is.EqualTo((int[])[0, 1, 3]));
    }

    [Test, Order(5)]
    public async Task A_machine_that_dies_is_noticed_during_the_run_and_the_others_are_in_the_sum()
    {
        using RecipeRun run = Start(seconds: 60);
        await AllArrive();
        Stopwatch time = Stopwatch.StartNew();
        _machines[3].Die();
        await run.Prints($"server {_machines[3].Address} not responding");
        TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"noticed after {time.Elapsed.TotalSeconds:0.0} s"));
        Assert.That(Directory.GetFiles(run.Results, "part-*.json"), Is.Empty, "the others still run");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain($"run: part 3 on {_machines[3].Address}: exit value 255\n").And.Contain("part-3.json"));
        Assert.That(Sum(run).Bots.Select(bot => bot.Number % Parts).Distinct().Order(), Is.EqualTo((int[])[0, 1, 2]));
    }

    /// <summary>
    /// How many avatars the region has; less than 0 if its console lost the answer, as it may while it prints other lines.
    /// </summary>
    private int Agents()
    {
        try
        {
            return _grid.Console.Ask("show users").Count(line => line.Contains("Viewer ", StringComparison.Ordinal));
        }
        catch (OpenSimException)
        {
            return -1;
        }
    }

    private static BotRunResult Sum(RecipeRun run) => BotJson.Parse(File.ReadAllText(Path.Combine(run.Results, "bots.json")));

    private async Task AllArrive()
    {
        for (int tries = 0; Agents() < Bots; tries++)
        {
            Assert.That(tries, Is.LessThan(360), "the bots do not arrive");
            await Task.Delay(500);
        }
    }

    private RecipeRun Start(int seconds)
    {
        string dotnet = HostProgram.Dotnet;
        string bot = $"env DOTNET_ROLL_FORWARD=Major {dotnet} {Path.Combine(TestContext.CurrentContext.TestDirectory, "mongoose-bot.dll")}";
        return _machines.Run(_machines.All.Select(machine => machine.Address), ["--bot", bot, "--start-in", "6"], "-loginuri",
            _grid.LoginUri.AbsoluteUri,
            "-firstname", "Viewer", "-lastname", "{n}", "-password", "password{n}", "-from", "1", "-botcount", $"{Bots}",
            "--activity", "walk", "--login-delay", "200", "--seconds", $"{seconds}");
    }
}
