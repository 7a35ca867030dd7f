using System.Globalization;
using System.Runtime.Versioning;
using System.Text.RegularExpressions;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The rules of deploy/parallel/run: hosts, options, checks.</summary>
[Category("Deploy")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
public sealed class ParallelRunTests : ParallelRuns
{
    [Test]
    public async Task Every_machine_runs_a_part_and_the_merge_decides_the_exit_value([Values(0, 99)] int code)
    {
        using RecipeRun run = Start(code == 0 ? [] : ["--fail-if", "always"]);
        Assert.That(await run.Finish(), Is.EqualTo(code));
        Assert.That(Enumerable.Range(0, 3).Select(part => run.Part(part).Split(' ', '\n')[3]),
            Is.EqualTo(Machines.All.Select(machine => machine.Address)));
        Assert.That(run.Printed, Does.Contain($"part 2 on {Machines[2].Address}\t2/3 arrived\n"));
        Assert.That(File.ReadAllText(Path.Combine(run.Results, "log-2.txt")), Is.EqualTo("2/3 arrived\n"));
    }

    [Test]
    public async Task A_host_takes_as_many_parts_as_its_line_says()
    {
        string[] hosts = ["# all hosts", "", $"2/{Machines[0].Address}", $"  root@{Machines[1].Address} # one part"];
        using RecipeRun run = Machines.Run(hosts, ["--bot", Bot]);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(Enumerable.Range(0, 3).Select(part => run.Part(part).Split(' ', '\n')[3]),
            Is.EqualTo((string[])[Machines[0].Address, Machines[1].Address, Machines[0].Address]));
    }

    [Test]
    public async Task Options_reach_the_bot_unchanged()
    {
        string[] options =
            ["-password", "it's \"$HOME\" `id` \\ * ; & | # {1} {}", "--empty", "", "two  blanks", "-lastname", "{n}", "Ünï\tcödé"];
        using RecipeRun run = Start(["--shards", "1"], options);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Part(0), Does.EndWith($"{string.Join('\n', options)}\n"));
        string records = string.Concat(Directory.GetFiles(run.Results).Where(file => !file.EndsWith(".json", StringComparison.Ordinal))
            .Select(File.ReadAllText));
        Assert.That(records, Does.Not.Contain("it's"), "neither joblog nor logs have the password");
    }

    [Test]
    public async Task An_INI_file_is_copied_to_the_hosts_for_their_user_alone()
    {
        string ini = Path.Combine(Machines.Folder, "accounts.ini");
        File.WriteAllText(ini, "Password = secret");
        using RecipeRun run = Start(["--shards", "1", "--ini", ini], "--seconds", "3");
        await run.Prints("arrived");
        string there = Directory.GetFiles(Machines[0].Temporary, "bots.ini", SearchOption.AllDirectories).Single();
        Assert.That((File.ReadAllText(there), File.GetUnixFileMode(there)),
            Is.EqualTo(("Password = secret", UnixFileMode.UserRead | UnixFileMode.UserWrite)));
        Assert.That(File.GetUnixFileMode(Path.GetDirectoryName(there)!),
            Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute));
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Part(0), Does.Contain("--ini\nbots.ini\n"));
    }

    [Test]
    public async Task A_program_is_copied_to_the_hosts()
    {
        string program = Directory.CreateDirectory(Path.Combine(Machines.Folder, "published files")).FullName;
        StandInBot.Write(program, "copied");
        using RecipeRun run = Machines.Run(Hosts, ["--copy", program, "--bot", "program/copied", "--merge", $"'{program}/copied'"]);
        Assert.That(await run.Finish(), Is.Zero, run.Printed);
    }

    [Test]
    public async Task A_host_that_cannot_be_reached_is_named_and_nothing_is_started()
    {
        using RecipeRun run = Machines.Run([.. Hosts, Machines.Unreachable, "no-such-host"], ["--bot", Bot]);
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Match(
            $@"run: {Machines.Unreachable}: cannot be reached: .+\nrun: no-such-host: cannot be reached: .+\nrun: nothing was started\n"));
        Assert.That(Directory.Exists(run.Results), Is.False);
    }

    [Test]
    public async Task A_host_without_the_program_is_named_and_nothing_is_started()
    {
        using RecipeRun run = Machines.Run(Hosts, ["--bot", "dotnet /nowhere/mongoose-bot.dll", "--merge", Bot]);
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain($"run: {Machines[0].Address}: \"dotnet /nowhere/mongoose-bot.dll\" does not run there: "));
    }

    [Test]
    public async Task Options_and_conditions_that_the_bot_refuses_are_named_before_anything_is_started([Values] bool isCondition)
    {
        using RecipeRun run =
            isCondition ? Machines.Run(Hosts, ["--bot", Bot, "--fail-if", "wrong"]) : Machines.Run(Hosts, ["--bot", Bot], "wrong");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Usage));
        Assert.That(run.Printed, Does.StartWith(
            $"mongoose-bot: wrong: allowed is right\nrun: {Machines[0].Address}: mongoose-bot refuses its options: nothing was started\n"));
    }

    // The answer of a busy host is late, so that its clock seems to be less ahead.
    [TestCase(25, ExitCode.Good)]
    [TestCase(60, ExitCode.Grid)]
    public async Task A_clock_that_is_wrong_is_named_and_one_that_is_far_wrong_prevents_the_start(double ahead, int code)
    {
        Machines[1].SetClock(ahead);
        try
        {
            using RecipeRun run = Start([]);
            Assert.That(await run.Finish(), Is.EqualTo(code));
            Match shown = Regex.Match(run.Printed, $@"run: {Machines[1].Address}: its clock is (\d+\.\d\d) s ahead of the one here\n");
            Assert.That(double.Parse(shown.Groups[1].Value, CultureInfo.InvariantCulture), Is.InRange(ahead - 24, ahead));
            Assert.That(run.HasPart(0), Is.EqualTo(code == ExitCode.Good));
        }
        finally
        {
            Machines[1].SetClock(0);
        }
    }
}
