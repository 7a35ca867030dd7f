using System.Runtime.Versioning;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The rules of deploy/slurm/run, with programs in place of Slurm and of mongoose-bot.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[Slow("the script waits for tasks, as it does in a real cluster")]
public sealed class SlurmRunTests
{
    // A task is a process; the files task0, task1 and so on have their numbers.
    private const string Sbatch = """
        #!/bin/bash
        while [[ $1 == --* ]]; do
            case $1 in
                --array=*) last=${1#--array=0-} ;;
                --output=*) output=${1#--output=} ;;
            esac
            shift
        done
        cd "$(dirname "$0")" || exit 1
        echo 42
        for ((i = 0; i <= last; i++)); do
            SLURM_ARRAY_TASK_ID=$i env --default-signal=INT setsid "$@" >"${output/\%a/$i}" 2>&1 &
            echo $! >task$i
        done
        wait
        rm task*
        """;

    private const string Scancel = """
        #!/bin/bash
        case "$*" in
            *PENDING*) exit ;;
            *INT*) signal=INT ;;
            *) signal=TERM ;;
        esac
        for task in "$(dirname "$0")"/task*; do
            if [ -e "$task" ]; then kill -s $signal "$(cat "$task")"; fi
        done
        """;

    private readonly TemporaryDirectory _cluster = new();

    [OneTimeSetUp]
    public void Make()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Ignore("the script is for Linux");
        HostProgram.SkipWithout("bash", "env", "kill", "setsid");
        StandInBot.Write(_cluster.Path);
        StandInBot.Write(_cluster.Path, "sbatch", Sbatch);
        StandInBot.Write(_cluster.Path, "scancel", Scancel);
        File.WriteAllText(Path.Combine(_cluster.Path, "bots.ini"), "");
    }

    [OneTimeTearDown]
    public void Delete() => _cluster.Dispose();

    [TearDown]
    public void No_task_is_left() => Assert.That(Directory.GetFiles(_cluster.Path, "task*"), Is.Empty);

    [Test]
    public async Task Every_task_of_the_array_is_a_part()
    {
        using RecipeRun run = Start("good", "--seconds 1");
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(Enumerable.Range(0, 2).Select(run.Part), Is.All.StartsWith("finished\n"));
    }

    [Test]
    public async Task Ctrl_C_that_ends_the_reader_of_the_output_too_loses_no_results()
    {
        using RecipeRun run = Start("piped", "--seconds 60", RecipeRun.Piped);
        AllArrive(run);
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 2).Select(run.Part), Is.All.StartsWith("interrupted\n"));
    }

    [Test]
    public async Task A_second_Ctrl_C_cuts_off_bots_that_do_not_leave()
    {
        using RecipeRun run = Start("twice", "--seconds 60 --stays yes");
        AllArrive(run);
        run.Interrupt();
        await run.Prints("run: interrupted");
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 2).Select(run.Part), Is.All.StartsWith("interrupted\n"));
    }

    private static void AllArrive(RecipeRun run)
    {
        string[] logs = Enumerable.Range(0, 2).Select(part => Path.Combine(run.Results, $"log-{part}.txt")).ToArray();
        Assert.That(() => logs.Count(log => File.Exists(log) && File.ReadAllText(log).Contains("arrived", StringComparison.Ordinal)),
            Is.EqualTo(2).After(60_000, 100));
    }

    private RecipeRun Start(string name, string options, params string[] starter)
    {
        string bot = Path.Combine(_cluster.Path, "bot"), path = $"PATH={_cluster.Path}:{Environment.GetEnvironmentVariable("PATH")}";
        return new RecipeRun("slurm", Path.Combine(_cluster.Path, name), ["env", path, .. starter], "--ini",
            Path.Combine(_cluster.Path, "bots.ini"), "--shards", "2", "--start-in", "1", "--bot", $"{bot} {options}", "--merge", bot);
    }
}
