using System.Runtime.Versioning;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The rules of deploy/parallel/run when it is interrupted, or something fails after the start.</summary>
[Category("Deploy")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
public sealed class ParallelFailureTests : ParallelRuns
{
    [Test]
    public async Task A_part_that_is_killed_is_named_and_the_others_are_collected()
    {
        using RecipeRun run = Start([], "--seconds", "4");
        await run.Prints("arrived", 3);
        Outside.Run("kill", "-KILL", $"{Machines[1].Bot(1)}");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain($"run: part 1 on {Machines[1].Address}: exit value 137\n")
            .And.Contain("incomplete: part-1.json\n"));
        Assert.That((run.HasPart(0), run.HasPart(1), run.HasPart(2)), Is.EqualTo((true, false, true)));
    }

    [Test]
    public async Task Ctrl_C_makes_the_bots_leave_and_their_results_are_collected()
    {
        using RecipeRun run = Start([], "--seconds", "60");
        await run.Prints("arrived", 3);
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
        Assert.That(run.Printed.Split("asked to leave"), Has.Length.EqualTo(4), "once each");
        Assert.That(run.Printed, Does.Contain($"run: part 0 on {Machines[0].Address}: exit value 105\n"));
    }

    [TestCase(0)]
    [TestCase(2)]
    public async Task Ctrl_C_during_the_checks_starts_nothing(int reached)
    {
        using RecipeRun run = Machines.Run(Hosts, ["--bot", $"env SLOW=5 {Bot}", "--merge", Bot]);
        Assert.That(() => Directory.GetDirectories(Machines[reached].Temporary), Is.Not.Empty.After(20_000, 10));
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Interrupted));
        Assert.That(run.Printed, Does.Contain("run: interrupted before the start\n").And.Contain("run: nothing was started\n"));
        Assert.That(Directory.Exists(run.Results), Is.False);
    }

    [Test]
    public async Task Ctrl_C_that_ends_the_reader_of_the_output_too_loses_no_results()
    {
        using RecipeRun run = Machines.Run(RecipeRun.Piped, Hosts, ["--bot", Bot], ["--seconds", "60"]);
        await run.Prints("arrived", 3);
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
    }

    [Test]
    public async Task A_second_Ctrl_C_cuts_off_bots_that_do_not_leave()
    {
        using RecipeRun run = Start([], "--seconds", "60", "--stays", "yes");
        await run.Prints("arrived", 3);
        run.Interrupt();
        await run.Prints("asked to leave", 3);
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
        Assert.That(run.Printed.Split("asked to leave"), Has.Length.EqualTo(7), "twice each");
    }

    [Test]
    public async Task A_run_is_interrupted_when_its_time_is_over()
    {
        using RecipeRun run = Start(["--limit", "6"], "--seconds", "60");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
    }

    [Test]
    public async Task Results_of_a_host_whose_connection_broke_are_collected_if_it_can_be_reached_again()
    {
        using RecipeRun run = Start([], "--seconds", "26");
        await run.Prints("arrived", 3);
        Machines[1].SetLine(isUp: false);
        await run.Prints($"server {Machines[1].Address} not responding");
        Machines[1].SetLine(isUp: true);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Printed, Does.Contain($"run: part 1 on {Machines[1].Address}: exit value 255\n"));
        Assert.That(run.Part(1), Does.StartWith("finished\n"));
    }

    [Test]
    public async Task A_host_that_cannot_be_reached_at_the_end_keeps_its_results()
    {
        string ssh = $"ssh -F {Machines.Folder}/ssh_config -o ConnectTimeout=2 -o ServerAliveInterval=1";
        using RecipeRun run = Start(["--ssh", ssh], "--seconds", "12");
        await run.Prints("arrived", 3);
        Machines[1].SetLine(isUp: false);
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Machines[1].SetLine(isUp: true);
        string kept = Directory.GetDirectories(Machines[1].Temporary).Single();
        try
        {
            Assert.That(run.Printed, Does.Contain($"run: {Machines[1].Address}: no results: ")
                .And.Contain($"run: {Machines[1].Address}: the folder {Path.GetFileName(kept)} stays there"));
            string part = Path.Combine(kept, "results", "part-1.json");
            Assert.That(() => File.Exists(part) ? File.ReadAllText(part) : "", Does.StartWith("finished\n").After(20_000, 100));
            Assert.That((run.HasPart(0), run.HasPart(1), run.HasPart(2)), Is.EqualTo((true, false, true)));
        }
        finally
        {
            Directory.Delete(kept, recursive: true);
        }
    }
}
