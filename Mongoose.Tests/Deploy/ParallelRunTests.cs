using System.Globalization;
using System.Runtime.Versioning;
using System.Text.RegularExpressions;

namespace Mongoose.Tests.Deploy;

/// <summary>The rules of deploy/parallel/run, with a program in place of mongoose-bot.</summary>
[Category("Deploy")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
public sealed class ParallelRunTests
{
    private Machines _machines = null!;
    private string _bot = "";

    [OneTimeSetUp]
    public void StartMachines()
    {
        Machines.Require();
        _machines = new Machines(3);
        _bot = StandInBot.Write(_machines.Folder);
    }

    [OneTimeTearDown]
    public void StopMachines() => _machines?.Dispose();

    [TearDown]
    public void Nothing_is_left_on_the_machines()
    {
        foreach (Machine machine in _machines.All)
        {
            Assert.That(() => machine.Processes, Is.Empty.After(5000, 100), machine.Address);
            Assert.That(Directory.GetFileSystemEntries(machine.Temporary), Is.Empty, machine.Address);
        }
    }

    [Test]
    public async Task Every_machine_runs_a_part_and_the_merge_decides_the_exit_value([Values(0, 99)] int code)
    {
        using RecipeRun run = Start(code == 0 ? [] : ["--fail-if", "always"]);
        Assert.That(await run.Finish(), Is.EqualTo(code));
        Assert.That(Enumerable.Range(0, 3).Select(part => run.Part(part).Split(' ', '\n')[3]), Is.EqualTo(_machines.All.Select(machine => machine.Address)));
        Assert.That(run.Printed, Does.Contain($"part 2 on {_machines[2].Address}\t2/3 arrived\n"));
        Assert.That(File.ReadAllText(Path.Combine(run.Results, "log-2.txt")), Is.EqualTo("2/3 arrived\n"));
    }

    [Test]
    public async Task A_host_takes_as_many_parts_as_its_line_says()
    {
        string[] hosts = ["# all hosts", "", $"2/{_machines[0].Address}", $"  root@{_machines[1].Address} # one part"];
        using RecipeRun run = _machines.Run(hosts, ["--bot", _bot]);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(Enumerable.Range(0, 3).Select(part => run.Part(part).Split(' ', '\n')[3]),
            Is.EqualTo((string[])[_machines[0].Address, _machines[1].Address, _machines[0].Address]));
    }

    [Test]
    public async Task Options_reach_the_bot_unchanged()
    {
        string[] options = ["-password", "it's \"$HOME\" `id` \\ * ; & | # {1} {}", "--empty", "", "two  blanks", "-lastname", "{n}", "Ünï\tcödé"];
        using RecipeRun run = Start(["--shards", "1"], options);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Part(0), Does.EndWith($"{string.Join('\n', options)}\n"));
        string records = string.Concat(Directory.GetFiles(run.Results).Where(file => !file.EndsWith(".json", StringComparison.Ordinal)).Select(File.ReadAllText));
        Assert.That(records, Does.Not.Contain("it's"), "neither joblog nor logs have the password");
    }

    [Test]
    public async Task An_INI_file_is_copied_to_the_hosts_for_their_user_alone()
    {
        string ini = Path.Combine(_machines.Folder, "accounts.ini");
        File.WriteAllText(ini, "Password = secret");
        using RecipeRun run = Start(["--shards", "1", "--ini", ini], "--seconds", "3");
        await run.Prints("arrived");
        string there = Directory.GetFiles(_machines[0].Temporary, "bots.ini", SearchOption.AllDirectories).Single();
        Assert.That((File.ReadAllText(there), File.GetUnixFileMode(there)), Is.EqualTo(("Password = secret", UnixFileMode.UserRead | UnixFileMode.UserWrite)));
        Assert.That(File.GetUnixFileMode(Path.GetDirectoryName(there)!), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute));
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Part(0), Does.Contain("--ini\nbots.ini\n"));
    }

    [Test]
    public async Task A_program_is_copied_to_the_hosts()
    {
        string program = Directory.CreateDirectory(Path.Combine(_machines.Folder, "published files")).FullName;
        StandInBot.Write(program, "copied");
        using RecipeRun run = _machines.Run(Hosts, ["--copy", program, "--bot", "program/copied", "--merge", $"'{program}/copied'"]);
        Assert.That(await run.Finish(), Is.Zero, run.Printed);
    }

    [Test]
    public async Task A_part_that_is_killed_is_named_and_the_others_are_collected()
    {
        using RecipeRun run = Start([], "--seconds", "4");
        await run.Prints("arrived", 3);
        Outside.Run("kill", "-KILL", $"{_machines[1].Bot(1)}");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain($"run: part 1 on {_machines[1].Address}: exit value 137\n").And.Contain("incomplete: part-1.json\n"));
        Assert.That((run.HasPart(0), run.HasPart(1), run.HasPart(2)), Is.EqualTo((true, false, true)));
    }

    [Test]
    public async Task A_host_that_cannot_be_reached_is_named_and_nothing_is_started()
    {
        using RecipeRun run = _machines.Run([.. Hosts, Machines.Nobody, "no-such-host"], ["--bot", _bot]);
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Match($@"run: {Machines.Nobody}: cannot be reached: .+\nrun: no-such-host: cannot be reached: .+\nrun: nothing was started\n"));
        Assert.That(Directory.Exists(run.Results), Is.False);
    }

    [Test]
    public async Task A_host_without_the_program_is_named_and_nothing_is_started()
    {
        using RecipeRun run = _machines.Run(Hosts, ["--bot", "dotnet /nowhere/mongoose-bot.dll", "--merge", _bot]);
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain($"run: {_machines[0].Address}: \"dotnet /nowhere/mongoose-bot.dll\" does not run there: "));
    }

    // The answer of a busy host is late, so that its clock seems to be less ahead.
    [TestCase(25, ExitCode.Good)]
    [TestCase(60, ExitCode.Grid)]
    public async Task A_clock_that_is_wrong_is_named_and_one_that_is_far_wrong_prevents_the_start(double ahead, int code)
    {
        _machines[1].SetClock(ahead);
        try
        {
            using RecipeRun run = Start([]);
            Assert.That(await run.Finish(), Is.EqualTo(code));
            Match shown = Regex.Match(run.Printed, $@"run: {_machines[1].Address}: its clock is (\d+\.\d\d) s ahead of the one here\n");
            Assert.That(double.Parse(shown.Groups[1].Value, CultureInfo.InvariantCulture), Is.InRange(ahead - 24, ahead));
            Assert.That(run.HasPart(0), Is.EqualTo(code == ExitCode.Good));
        }
        finally
        {
            _machines[1].SetClock(0);
        }
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
        Assert.That(run.Printed, Does.Contain($"run: part 0 on {_machines[0].Address}: exit value 105\n"));
    }

    [Test]
    public async Task Ctrl_C_that_ends_the_reader_of_the_output_too_loses_no_results()
    {
        using RecipeRun run = _machines.Run(RecipeRun.Piped, Hosts, ["--bot", _bot], ["--seconds", "60"]);
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
        _machines[1].SetLine(isUp: false);
        await run.Prints($"server {_machines[1].Address} not responding");
        _machines[1].SetLine(isUp: true);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Printed, Does.Contain($"run: part 1 on {_machines[1].Address}: exit value 255\n"));
        Assert.That(run.Part(1), Does.StartWith("finished\n"));
    }

    private IEnumerable<string> Hosts => _machines.All.Select(machine => machine.Address);

    private RecipeRun Start(string[] options, params string[] botOptions) => _machines.Run(Hosts, ["--bot", _bot, .. options], botOptions);
}
