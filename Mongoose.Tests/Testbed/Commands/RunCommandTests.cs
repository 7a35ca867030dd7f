using Mongoose.Testbed.Results;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>
/// The verbs "run" and "matrix" in simulated time, tested with real processes: where results are written, and error messages.
/// </summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class RunCommandTests
{
    private const int Deadline = 60_000;

    /// <summary>Runs that are never finished: the first takes a moment, all of them an hour.</summary>
    private static readonly string Endless = ScenarioTexts.Small.Replace("\"seeds\": 4", "\"seeds\": 1000")
        .Replace("\"seconds\": 4", "\"seconds\": 1000");

    private const string OfOpenSim = """
        {
          "title": "In an OpenSimulator", "seconds": 1, "clocks": ["real"], "regions": "openSim",
          "links": { "access": { "down": {}, "up": {} } },
          "flows": [ { "name": "circuit", "circuit": {} } ],
          "matrix": { "factors": [ { "name": "prims", "set": "flows[0].circuit.prims", "levels": [0, 10] } ] }
        }
        """;

    private SavedScenario _small = null!;

    [SetUp]
    public void Save() => _small = new SavedScenario(ScenarioTexts.Small);

    [TearDown]
    public void Delete() => _small.Dispose();

    [Test, CancelAfter(Deadline)]
    public async Task The_list_shows_every_scenario_with_its_clocks_and_title(CancellationToken deadline)
    {
        (int code, string output, _) = await Run(deadline, "list");
        Assert.That(code, Is.Zero);
        Assert.That(output.Split('\n'), Has.Some.Match(@"^circuit-alone\s+sim\|real\s+One Mongoose circuit of 1.5 Mbit/s"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task Results_go_to_standard_output_and_files_and_other_text_goes_to_standard_error(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await Run(deadline,
            "run", "small", "--seeds", "2", "--json", "-", "--csv", "csv", "--report", "page.html", "--out", "results");
        Assert.That(code, Is.Zero, string.Join('\n', errors));
        TestbedResult result = TestbedJson.Parse(output);
        Assert.That((result.Runs.Length, result.Interrupted, result.Command),
            Is.EqualTo((2, false, "mongoose-testbed run small --clock sim --seeds 2")));
        Assert.That(errors, Has.Some.EqualTo("1 of 1 bands hold."));
        Assert.That(TestbedJson.Serialise(TestbedJson.Read(_small.In("results/small.sim.json"))), Is.EqualTo(output));
        Assert.That(Directory.GetFiles(_small.In("csv")), Has.Length.EqualTo(2));
        Assert.That(File.Exists(_small.In("page.html")));
    }

    [Test, CancelAfter(Deadline)]
    public async Task Processes_with_one_core_and_with_all_cores_give_the_same_bytes(CancellationToken deadline)
    {
        string[] results = await Task.WhenAll(new[] { "1", "0" }.Select(async jobs =>
            TestbedJson.Serialise(TestbedJson.Parse((await Run(deadline, "run", "small", "--jobs", jobs, "--json", "-")).Output)
                .WithoutCircumstances())));
        Assert.That(results[1], Is.EqualTo(results[0]));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_figure_outside_its_band_fails(CancellationToken deadline)
    {
        using SavedScenario strict = new(ScenarioTexts.Small.Replace("\"min\": 500", "\"max\": 500"));
        (int code, string output, _) = await Run(deadline, "run", strict.Path, "--seeds", "1");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Does.Match(@"FAILS by \d+\S*: reno.totalKbps \d+, expected at most 500").And.Contain("0 of 1 bands hold."));
        Assert.That(output, Does.Contain($"{Path.GetFileNameWithoutExtension(strict.Path)}: FAILS by ")
            .And.Contain("To see charts of the figures, add --report FILE."));
    }

    [TestCase(new[] { "run", "nosuch" }, 2,
        "scenario nosuch: no such file, folder or built-in scenario; \"list\" shows the built-in scenarios")]
    [TestCase(new[] { "run", "" }, 2, "the name of a scenario is empty; \"list\" shows the built-in scenarios")]
    [TestCase(new[] { "matrix", "" }, 2, "the name of a scenario is empty; \"list\" shows the built-in scenarios")]
    [TestCase(new[] { "run", "small", "--clock", "moon" }, 2, "--clock moon: allowed are sim, real")]
    [TestCase(new[] { "run", "small", "--seeds", "-1" }, 2, "--seeds -1: allowed are 0 to 1000")]
    [TestCase(new[] { "run", "small", "--json", "none/x.json" }, 1, "cannot write none/x.json: its directory does not exist")]
    [TestCase(new[] { "run", "small", "--out", "small.json" }, 1, "cannot write small.json: ")]
    [TestCase(new[] { "matrix", "small", "--clock", "real" }, 2, "small: $.clocks: does not include real; the scenario runs on sim")]
    [TestCase(new[] { "matrix", "circuit-alone" }, 2, "circuit-alone: $.matrix: is missing; use \"run\" for a scenario without one")]
    [TestCase(new[] { "matrix", "small", "--csv", "small.json" }, 2, "small.json: not a matrix")]
    [CancelAfter(Deadline)]
    public async Task An_invalid_argument_is_reported_in_one_line_before_anything_runs(string[] arguments, int expected, string message,
        CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await Run(deadline, arguments);
        Assert.That((code, output), Is.EqualTo((expected, "")));
        Assert.That(errors.Where(line => !line.Contains("--help")).Single(), Does.StartWith("mongoose-testbed: " + message));
    }

    [Test, CancelAfter(Deadline)]
    public async Task All_errors_of_a_scenario_are_reported_and_nothing_runs(CancellationToken deadline)
    {
        using SavedScenario bad = new(ScenarioTexts.Small
            .Replace("\"rateKbps\": 3000", "\"traceFile\": \"lte.trace\"").Replace("\"throttleKbps\": 500", "\"throttleKbps\": 5"));
        (int code, string output, string[] errors) = await Run(deadline, "run", "small", bad.Path);
        Assert.That((code, output), Is.EqualTo((2, "")));
        Assert.That(errors, Has.Length.EqualTo(2));
        Assert.That(errors[0],
            Does.StartWith($"mongoose-testbed: {bad.Path}: $.links.access.down.traceFile: \"lte.trace\": trace {bad.In("lte.trace")}: "));
        Assert.That(errors[1],
            Is.EqualTo($"mongoose-testbed: {bad.Path}: $.flows[0].circuit.throttleKbps: 5: allowed are 8 to 8192 kbit/s"));
    }

    [TestCase("run")]
    [TestCase("matrix")]
    [CancelAfter(Deadline), Platform("Linux")]
    public async Task A_missing_OpenSimulator_is_reported_in_one_line(string verb, CancellationToken deadline)
    {
        using SavedScenario real = new(OfOpenSim);
        using ProgramProcess process = new(_small.Folder, ["env", $"MONGOOSE_OPENSIM_BIN={_small.Folder}"], [verb, real.Path]);
        (int code, _, string[] errors) = await process.Finish(deadline);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors.Single(),
            Is.EqualTo($"mongoose-testbed: there is no OpenSimulator in {_small.Folder}: set MONGOOSE_OPENSIM_BIN to the bin/ of one"));
    }

    [TestCase("run", "small", "--json", "/dev/full")]
    [TestCase("run", "small", "--report", "/dev/full")]
    [TestCase("matrix", "small", "--report", "/dev/full")]
    [CancelAfter(Deadline), Platform("Linux")]
    public async Task A_full_disk_is_reported_in_one_line(string verb, string scenario, string option, string path,
        CancellationToken deadline)
    {
        (int code, _, string[] errors) = await Run(deadline, verb, scenario, option, path);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors, Is.EqualTo(new[] { $"mongoose-testbed: cannot write {path}: there is no space left on the device" }));
    }

    [Test, CancelAfter(Deadline), Platform("Linux")]
    public async Task An_interrupt_keeps_completed_runs_and_is_reported(CancellationToken deadline)
    {
        using SavedScenario endless = new(Endless);
        using ProgramProcess process = new(_small.Folder, "run", endless.Path, "--jobs", "2", "--json", "-", "--out", "results");
        await process.WaitForError(" of 1000 runs done", deadline);
        process.Stop();
        (int code, string output, string[] errors) = await process.Finish(deadline);
        Assert.That(code, Is.EqualTo(105));
        TestbedResult result = TestbedJson.Parse(output);
        Assert.That(result.Interrupted);
        Assert.That(result.Runs, Has.Length.InRange(1, 999));
        Assert.That(errors, Has.Some.StartsWith("Interrupted: these are the results so far."));
        Assert.That(TestbedJson.Read(_small.In("results/small.sim.json")).Interrupted);
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_folder_of_matrices_gives_a_folder_of_files_whose_levels_can_be_compared(CancellationToken deadline)
    {
        Directory.CreateDirectory(_small.In("both"));
        foreach (string name in new[] { "a", "b" })
            File.WriteAllText(_small.In($"both/{name}.json"), ScenarioTexts.Small);
        (int code, string output, string[] errors) = await Run(deadline, "matrix", "both", "--csv", "rows");
        Assert.That(code, Is.Zero, string.Join('\n', errors));
        Assert.That(output, Does.Contain("a.sim.csv").And.Contain("b.sim.csv"));

        string[] compare = ["compare", "rows/a.sim.csv", "--by", "control", "--stats", "reno.totalKbps"];
        (code, output, _) = await Run(deadline, [.. compare, "--expect", "reno.totalKbps >= 0.5 * reno"]);
        Assert.That((code, output), Is.EqualTo((0, output)));
        Assert.That(output, Does.StartWith("Each figure: reno / cubic").And.Contain("cubic: 2 of 2 expectations hold."));
        (code, _, _) = await Run(deadline, [.. compare, "--expect", "reno.totalKbps <= 1"]);
        Assert.That(code, Is.EqualTo(1));
        (code, _, errors) = await Run(deadline, [.. compare, "--expect", "reno.total <= 1"]);
        Assert.That((code, errors), Is.EqualTo((2, new[] { "mongoose-testbed: rows/a.sim.csv has no stat reno.total" })));
        (code, _, errors) = await Run(deadline, "compare", "rows/a.sim.csv", "--stats", "reno.totalKbps");
        Assert.That((code, errors),
            Is.EqualTo((2, new[] { "mongoose-testbed: there is no factor server; the factors are rateKbps, control" })));
    }

    [Test, CancelAfter(Deadline), Platform("Linux")]
    public async Task An_interrupted_matrix_keeps_its_rows(CancellationToken deadline)
    {
        using SavedScenario endless = new(Endless);
        using ProgramProcess process = new(_small.Folder, "matrix", endless.Path, "--csv", "rows.csv", "--json", "-");
        await process.WaitForError(" of 4000 runs done", deadline);
        while (!File.Exists(_small.In("rows.csv")) || (await File.ReadAllLinesAsync(_small.In("rows.csv"), deadline)).Length < 2)
            await Task.Delay(20, deadline);
        process.Stop();
        (int code, string output, string[] errors) = await process.Finish(deadline);
        Assert.That((code, output), Is.EqualTo((105, "")));
        Assert.That(errors, Has.Some.EqualTo("Interrupted: rows.csv has the completed runs; run the same command again to resume."));
        Assert.That(await File.ReadAllLinesAsync(_small.In("rows.csv"), deadline), Has.Length.InRange(2, 4000).And.All.Contain(","));
    }

    private Task<(int Code, string Output, string[] Errors)> Run(CancellationToken deadline, params string[] arguments) =>
        ProgramProcess.Run(_small.Folder, deadline, arguments);
}
