using System.Runtime.Versioning;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The rules of deploy/kubernetes/run, with programs in place of a cluster and of mongoose-bot.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[Slow("the script polls the cluster, as it does a real one")]
public sealed class KubernetesRunTests
{
    private readonly TemporaryDirectory _cluster = new();

    [OneTimeSetUp]
    public void Require()
    {
        HostProgram.SkipWithout("bash", "env", "kill", "setsid", "timeout");
        if (!OperatingSystem.IsLinux())
            Assert.Ignore("the script is for Linux");
    }

    [OneTimeTearDown]
    public void Delete() => _cluster.Dispose();

    [TearDown]
    public void The_cluster_is_empty()
    {
        Assert.That(Directory.GetDirectories(_cluster.Path, "pod*"), Is.Empty);
        Assert.That(File.Exists(Path.Combine(_cluster.Path, "secret")), Is.False);
    }

    [Test]
    public async Task Every_index_of_the_job_is_a_part()
    {
        using RecipeRun run = Start("good", "--seconds 2", startIn: 3);
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("finished\n"));
        Assert.That(File.ReadAllText(Path.Combine(run.Results, "log-2.txt")), Is.EqualTo("2/3 arrived\n"));
        string manifest = File.ReadAllText(Path.Combine(_cluster.Path, "job.yaml"));
        Assert.That(manifest, Does.Contain("parallelism: 3\n").And.Contain("image: registry/bot:1\n").And.Contain("value: \"3\"\n")
            .And.Not.Contain("set by run"));
    }

    [Test]
    public async Task Ctrl_C_makes_the_bots_leave_and_their_results_are_collected()
    {
        using RecipeRun run = Start("interrupted", "--seconds 60", startIn: 1);
        AllArrive();
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
        Assert.That(run.Printed, Does.Contain("run: part 1 on node1: exit value 105, pod Running\n"));
    }

    [Test]
    public async Task A_pod_that_does_not_start_is_named_and_the_others_are_collected()
    {
        using RecipeRun run = Start("late", "--seconds 2", startIn: 0, pending: "1");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain("run: part 1 on node1: exit value unknown, pod Pending, ImagePullBackOff\n")
            .And.Contain("incomplete: part-1.json\n"));
        Assert.That((run.HasPart(0), run.HasPart(1), run.HasPart(2)), Is.EqualTo((true, false, true)));
    }

    [Test]
    public async Task A_part_whose_node_is_lost_is_named_and_the_others_are_collected()
    {
        using RecipeRun run = Start("lost", "--seconds 2", startIn: 1, lost: "2");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain("run: part 2: its node is lost\n").And.Contain("incomplete: part-2.json\n"));
        Assert.That((run.HasPart(0), run.HasPart(1), run.HasPart(2)), Is.EqualTo((true, true, false)));
    }

    [Test]
    public async Task A_cluster_that_does_not_answer_for_a_while_ends_nothing()
    {
        using RecipeRun run = Start("faults", "--seconds 3", startIn: 1, faults: "list list cat");
        Assert.That(await run.Finish(), Is.Zero);
        Assert.That(run.Printed, Does.Contain("run: cannot list the pods, trying again: the cluster does not answer\n"));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("finished\n"));
    }

    [Test]
    public async Task Ctrl_C_while_the_cluster_does_not_answer_loses_no_results()
    {
        using RecipeRun run = Start("silent", "--seconds 60", startIn: 1);
        AllArrive();
        File.WriteAllText(Path.Combine(_cluster.Path, "faults"), "list\nlist\n");
        await run.Prints("cannot list");
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
    }

    [Test]
    public async Task Ctrl_C_that_ends_the_reader_of_the_output_too_loses_no_results()
    {
        using RecipeRun run = Start("piped", "--seconds 60", startIn: 1, starter: RecipeRun.Piped);
        AllArrive();
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
    }

    [Test]
    public async Task Results_that_cannot_be_fetched_keep_the_job()
    {
        using RecipeRun run = Start("kept", "--seconds 2", startIn: 1, faults: "cat cat cat");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain("run: part 0: its results cannot be fetched: the cluster does not answer\nrun: try again: "));
        string pod = Path.Combine(_cluster.Path, "pod0");
        Assert.That((File.Exists(Path.Combine(pod, "part.json")), File.Exists(Path.Combine(pod, "collected")), run.HasPart(1)),
            Is.EqualTo((true, false, true)));
        Outside.Run(Path.Combine(_cluster.Path, "kubectl"), "delete", "job");
    }

    private void AllArrive()
    {
        string[] logs = Enumerable.Range(0, 3).Select(part => Path.Combine(_cluster.Path, $"pod{part}", "log")).ToArray();
        Assert.That(() => logs.Count(log => File.Exists(log) && File.ReadAllText(log).Contains("arrived", StringComparison.Ordinal)),
            Is.EqualTo(3).After(60_000, 100));
    }

    private RecipeRun Start(string name, string options, int startIn, string pending = "none", string lost = "none", string faults = "",
        string[]? starter = null)
    {
        string kubectl = StandInCluster.Make(_cluster.Path, pending, lost, faults), ini = Path.Combine(_cluster.Path, "options.ini");
        File.WriteAllText(ini, options);
        return new RecipeRun("kubernetes", Path.Combine(_cluster.Path, $"results-{name}"), ["env", "MONGOOSE_LATE=3", .. starter ?? []],
            "--ini", ini, "--image", "registry/bot:1", "--shards", "3",
            "--start-in", $"{startIn}", "--kubectl", kubectl, "--merge", Path.Combine(_cluster.Path, "bot"));
    }
}
