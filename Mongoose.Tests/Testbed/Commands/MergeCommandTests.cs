using Mongoose.Testbed.Results;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>A matrix that several processes share, and the verb "merge", tested with real processes.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class MergeCommandTests
{
    private const int Deadline = 120_000;
    private const int Runs = 2 * 2 * 4;

    /// <summary>A matrix whose cells have different stats.</summary>
    private static readonly string Details = ScenarioTexts.Small
        .Replace("\"throttleKbps\": 500", "\"throttleKbps\": 500, \"details\": false")
        .Replace("\"control\", \"set\": \"flows[1].tcp.congestionControl\", \"levels\": [\"reno\", \"cubic\"]",
            "\"details\", \"set\": \"flows[0].circuit.details\", \"levels\": [false, true]");

    private SavedScenario _saved = null!;

    [SetUp]
    public void Save() => _saved = new SavedScenario(Details);

    [TearDown]
    public void Delete() => _saved.Dispose();

    [Test, CancelAfter(Deadline)]
    public async Task Shards_in_any_order_and_resumed_merge_to_the_bytes_of_one_process(CancellationToken deadline)
    {
        Task<(int Code, string, string[])> one = Run(deadline, "matrix", "small", "--jobs", "2", "--csv", "one.csv", "--json", "one.json");
        (int Code, string Output, string[])[] shards =
            await Task.WhenAll(new[] { "2/3", "0/3", "1/3" }.Select(shard => Run(deadline, "matrix", "small", "--shard", shard)));
        Assert.That(shards.Select(shard => shard.Code).Append((await one).Code), Is.All.Zero);
        Assert.That(shards[0].Output, Does.Contain("shard 2/3").And.Contain("5 of 5 runs done").And.Not.Contain("bands hold").And.Contain(
            "Bands are checked when all shards are merged: mongoose-testbed merge small --clock sim PARTS... --csv small.sim.csv\n"));

        string[] parts = ["small.sim.1-of-3.csv", "small.sim.2-of-3.csv", "small.sim.0-of-3.csv"];
        string torn = _saved.In(parts[0]);
        await File.WriteAllTextAsync(torn, (await File.ReadAllTextAsync(torn, deadline))[..^30], deadline);
        (int code, string output, _) = await Run(deadline, ["merge", "small", .. parts, "--csv", "whole.csv", "--json", "whole.json"]);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Does.Contain($"{Runs - 1} of {Runs} runs from 3 parts")
            .And.Contain($"the last line of {parts[0]} is incomplete")
            .And.Match($@"1 of {Runs} runs are missing; the first is rateKbps 3000, details true, seed 6, version [0-9a-f]{{8}}; "
                + @"all belong to --shard 1/3\n")
            .And.Contain("mongoose-testbed matrix small --clock sim --csv whole.csv\n"));
        Assert.That(File.Exists(_saved.In("whole.json")), Is.False);

        Assert.That((await Run(deadline, "matrix", "small", "--shard", "1/3")).Code, Is.Zero);
        (code, output, _) =
            await Run(deadline, ["merge", "small", .. parts, "--csv", "whole.csv", "--json", "whole.json", "--report", "page.html"]);
        Assert.That((code, output), Is.EqualTo((0, output)));
        Assert.That(output, Does.Contain($"{Runs} of {Runs} runs from 3 parts\n4 of 4 bands hold.\n"));
        Assert.That(await File.ReadAllBytesAsync(_saved.In("whole.csv"), deadline),
            Is.EqualTo(await File.ReadAllBytesAsync(_saved.In("one.csv"), deadline)));
        TestbedResult[] results = [TestbedJson.Read(_saved.In("one.json")), TestbedJson.Read(_saved.In("whole.json"))];
        Assert.That(results[1].Command, Is.EqualTo(results[0].Command));
        Assert.That(TestbedJson.Serialise(results[1].WithoutCircumstances()),
            Is.EqualTo(TestbedJson.Serialise(results[0].WithoutCircumstances())));
        Assert.That(File.Exists(_saved.In("page.html")));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_missing_runs_of_a_merged_file_can_be_run_in_it(CancellationToken deadline)
    {
        await Task.WhenAll(Run(deadline, "matrix", "small", "--shard", "0/3", "--csv", "part.csv"),
            Run(deadline, "matrix", "small", "--csv", "one.csv"));
        (int code, string output, _) = await Run(deadline, "merge", "small", "part.csv", "--csv", "whole.csv");
        Assert.That((code, output), Is.EqualTo((1, output)));
        Assert.That(output, Does.Contain("all belong to --shard 1/3, 2/3\n"));
        Assert.That((await Run(deadline, "matrix", "small", "--csv", "whole.csv")).Code, Is.Zero);
        (code, output, _) = await Run(deadline, "merge", "small", "part.csv", "--csv", "whole.csv");
        Assert.That((code, output), Is.EqualTo((0, output)), "what was run since is kept");
        Assert.That(output, Does.Contain("  10 runs are in no part, but were in whole.csv before: kept\n4 of 4 bands hold.\n"));
        Assert.That(await File.ReadAllBytesAsync(_saved.In("whole.csv"), deadline),
            Is.EqualTo(await File.ReadAllBytesAsync(_saved.In("one.csv"), deadline)));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_figure_outside_its_band_fails_after_a_merge_as_after_one_process(CancellationToken deadline)
    {
        await File.WriteAllTextAsync(_saved.Path, Details.Replace("\"min\": 500", "\"max\": 500")
            .Replace("\"seeds\": 4", "\"seeds\": 1"), deadline);
        (int Code, string Output, string[])[] both = await Task.WhenAll(
            Run(deadline, "matrix", "small", "--csv", "whole.csv"),
            Run(deadline, "matrix", "small", "--shard", "0/1", "--csv", "part.csv"));
        Assert.That(both.Select(run => run.Code), Is.EqualTo(new[] { 1, 0 }), "a shard checks no bands");
        (int code, string output, _) = await Run(deadline, "merge", "small", "part.csv", "--csv", "whole.csv");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(LinesAfter(output, "runs from"), Is.EqualTo(LinesAfter(both[0].Output, "4 of 4 runs done")),
            "the same verdicts in the same words");
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_matrices_of_a_folder_are_sharded_into_a_folder_and_merged_one_by_one(CancellationToken deadline)
    {
        Directory.CreateDirectory(_saved.In("both"));
        foreach (string name in new[] { "a", "b" })
            await File.WriteAllTextAsync(_saved.In($"both/{name}.json"), Details.Replace("\"seeds\": 4", "\"seeds\": 1"), deadline);
        (int code, string output, _) = await Run(deadline, "matrix", "both", "--shard", "3/4", "--csv", "rows");
        Assert.That(code, Is.Zero);
        Assert.That(output, Does.Contain("merge both/b.json --clock sim PARTS... --csv b.sim.csv\n"));
        Assert.That(Directory.GetFiles(_saved.In("rows")).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "a.sim.3-of-4.csv", "b.sim.3-of-4.csv" }));
        (code, _, string[] errors) = await Run(deadline, "merge", "both", "rows/a.sim.3-of-4.csv", "--csv", "a.csv");
        Assert.That((code, errors), Is.EqualTo((2, new[] { "mongoose-testbed: both: merge takes one scenario, not a folder of them" })));
    }

    [TestCase(new[] { "matrix", "small", "--shard", "3/3" }, 2, "--shard 3/3: allowed are i/n with i from 0 to n - 1")]
    [TestCase(new[] { "matrix", "small", "--shard", "0/3", "--json", "x.json" }, 2,
        "--json: a shard has only some of the runs; give --json to merge")]
    [TestCase(new[] { "matrix", "small", "--shard", "0/3", "--report", "x.html" }, 2,
        "--report: a shard has only some of the runs; give --report to merge")]
    [TestCase(new[] { "merge", "small", "none.csv" }, 2, "Option '--csv' is required.")]
    [TestCase(new[] { "merge", "small", "--csv", "whole.csv" }, 2, "Required argument missing for command: 'merge'.")]
    [TestCase(new[] { "merge", "nosuch", "small.json", "--csv", "whole.csv" }, 2, "scenario nosuch: no such file")]
    [TestCase(new[] { "merge", "small", "none.csv", "--jobs", "--csv", "whole.csv" }, 2, "--jobs: merge has no such option")]
    [TestCase(new[] { "merge", "small", "none.csv", "--csv", "whole.csv" }, 2, "none.csv: there is no such file")]
    [TestCase(new[] { "merge", "small", "", "--csv", "whole.csv" }, 2, "\"\": the path is empty")]
    [TestCase(new[] { "merge", "small", "small.json", "--csv", "whole.csv" }, 2, "small.json: not a matrix")]
    [TestCase(new[] { "merge", "small", "small.json", "--csv", "./small.json" }, 2,
        "--csv ./small.json: the file is one of those to merge, and would be replaced")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "here/rows.csv" }, 2,
        "--csv here/rows.csv: the file is one of those to merge")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "whole.csv", "--json", "here/whole.csv" }, 2,
        "--csv and --json are both here/whole.csv")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "whole.csv", "--report", "whole.csv" }, 2,
        "--csv and --report are both whole.csv")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "none/x.csv" }, 1, "cannot write none/x.csv: its directory does not exist")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "whole.csv", "--report", "none/x" }, 1,
        "cannot write none/x: its directory does not exist")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "" }, 1, "cannot write : the path is empty")]
    [TestCase(new[] { "merge", "small", "rows.csv", "--csv", "link.csv" }, 2, "--csv link.csv: the file is one of those to merge")]
    [TestCase(new[] { "merge", "small", "loop.csv", "--csv", "whole.csv" }, 2, "loop.csv: ")]
    [CancelAfter(Deadline), Platform("Linux")]
    public async Task An_invalid_command_line_is_reported_in_one_line_and_nothing_is_written(string[] arguments, int expected,
        string message, CancellationToken deadline)
    {
        await File.WriteAllTextAsync(_saved.In("rows.csv"), "rateKbps,details,seed,version,outcome\n", deadline);
        File.CreateSymbolicLink(_saved.In("link.csv"), _saved.In("rows.csv"));
        File.CreateSymbolicLink(_saved.In("loop.csv"), _saved.In("loop.csv"));
        Directory.CreateSymbolicLink(_saved.In("here"), ".");
        string[] before = Directory.GetFileSystemEntries(_saved.Folder);
        (int code, string output, string[] errors) = await Run(deadline, arguments);
        Assert.That((code, output), Is.EqualTo((expected, "")));
        Assert.That(errors.Where(line => !line.Contains("--help")).Single(), Does.StartWith("mongoose-testbed: " + message));
        Assert.That(Directory.GetFileSystemEntries(_saved.Folder), Is.EquivalentTo(before));
    }

    /// <summary>The lines after the last one with a text.</summary>
    private static string[] LinesAfter(string output, string text) =>
        output.Split('\n').Reverse().TakeWhile(line => !line.Contains(text)).Reverse().ToArray();

    private Task<(int Code, string Output, string[] Errors)> Run(CancellationToken deadline, params string[] arguments) =>
        ProgramProcess.Run(_saved.Folder, deadline, arguments);
}
