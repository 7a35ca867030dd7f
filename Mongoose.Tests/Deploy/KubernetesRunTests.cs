using System.Runtime.Versioning;
using Mongoose.Tests.Testbed;

namespace Mongoose.Tests.Deploy;

/// <summary>The rules of deploy/kubernetes/run, with programs in place of a cluster and of mongoose-bot.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
[SupportedOSPlatform("linux")]
public sealed class KubernetesRunTests
{
    private readonly TemporaryDirectory _cluster = new();

    [OneTimeSetUp]
    public void Require()
    {
        Outside.Require(("bash", "bash"), ("setsid", "util-linux"), ("timeout", "coreutils"));
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
        Assert.That(manifest, Does.Contain("parallelism: 3\n").And.Contain("image: registry/bot:1\n").And.Contain("value: \"3\"\n").And.Not.Contain("set by run\n"));
    }

    [Test]
    public async Task Ctrl_C_makes_the_bots_leave_and_their_results_are_collected()
    {
        using RecipeRun run = Start("interrupted", "--seconds 60", startIn: 1);
        string[] logs = Enumerable.Range(0, 3).Select(part => Path.Combine(_cluster.Path, $"pod{part}", "log")).ToArray();
        Assert.That(() => logs.Count(log => File.Exists(log) && File.ReadAllText(log).Contains("arrived", StringComparison.Ordinal)), Is.EqualTo(3).After(20_000, 100));
        run.Interrupt();
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(Enumerable.Range(0, 3).Select(run.Part), Is.All.StartsWith("interrupted\n"));
        Assert.That(run.Printed, Does.Contain("run: part 1 on node1: exit value 105, pod Running\n"));
    }

    [Test]
    public async Task A_pod_that_does_not_start_is_named_and_the_others_are_collected()
    {
        // One minute after the start, a part would be too late.
        using RecipeRun run = Start("late", "--seconds 2", startIn: 0, pending: "1");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Grid));
        Assert.That(run.Printed, Does.Contain("run: part 1 on node1: exit value unknown, pod Pending\n").And.Contain("incomplete: part-1.json\n"));
        Assert.That((run.HasPart(0), run.HasPart(1), run.HasPart(2)), Is.EqualTo((true, false, true)));
    }

    private RecipeRun Start(string name, string options, int startIn, string pending = "none")
    {
        string kubectl = StandInCluster.Make(_cluster.Path, pending), ini = Path.Combine(_cluster.Path, "options.ini");
        File.WriteAllText(ini, options);
        return new RecipeRun("kubernetes", Path.Combine(_cluster.Path, name), [], "--ini", ini, "--image", "registry/bot:1", "--shards", "3",
            "--start-in", $"{startIn}", "--kubectl", kubectl, "--merge", Path.Combine(_cluster.Path, "bot"));
    }
}
