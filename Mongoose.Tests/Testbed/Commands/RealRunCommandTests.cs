using System.Runtime.Versioning;
using Mongoose.Testbed.Results;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>
/// The verb "run" on the host's clock with the kernel's TCP, tested with real processes: messages about missing prerequisites, and cleanup.
/// </summary>
[Category("Process")]
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
public sealed class RealRunCommandTests
{
    private const int Deadline = 60_000;

    private SavedScenario _short = null!, _measuresNothing = null!;

    [SetUp]
    public void Save()
    {
        _short = new SavedScenario(Scenario("0.5"));
        _measuresNothing = new SavedScenario(Scenario("3600", warmUp: "3000"));
    }

    [TearDown]
    public void Delete()
    {
        _short.Dispose();
        _measuresNothing.Dispose();
    }

    [Test, CancelAfter(Deadline)]
    public async Task Missing_privileges_are_reported_in_one_line(CancellationToken deadline)
    {
        HostProgram.SkipWithout("setpriv");
        using ProgramProcess process = new(_short.Folder, ["setpriv", "--bounding-set=-all", "--inh-caps=-all"], ["run", "small"]);
        (int code, _, string[] errors) = await process.Finish(deadline);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors.Single(),
            Does.Match(@"^mongoose-testbed: cannot create network namespace \S+: it needs root \(CAP_SYS_ADMIN and CAP_NET_ADMIN\)$"));
    }

    [TestCase("\"tcp\": {}", "\"tcp\": { \"segmentBytes\": 9000 }", 2,
        "tcp.segmentBytes: 9000: on the host's clock, at most 1448 bytes fit")]
    [TestCase("\"tcp\": {}", "\"tcp\": { \"congestionControl\": \"vegas-ns2\" }", 1,
        "TCP congestion control vegas-ns2: this kernel offers")]
    [CancelAfter(Deadline)]
    public async Task Features_of_simulations_only_are_reported_in_one_line(string text, string changed, int expected, string message,
        CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using SavedScenario scenario = new(Scenario("0.5").Replace(text, changed));
        (int code, _, string[] errors) = await ProgramProcess.Run(_short.Folder, deadline, "run", scenario.Path);
        Assert.That(code, Is.EqualTo(expected));
        Assert.That(errors.Single(), Does.StartWith("mongoose-testbed: ").And.Contain(message));
    }

    [Test, CancelAfter(Deadline)]
    public async Task An_interrupt_in_the_first_run_leaves_nothing_behind(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess process = new(_measuresNothing.Folder, "run", "small", "--out", "results");
        await NamespaceFiles.WaitFor(process.Id, deadline);
        process.Stop();
        (int code, string output, string[] errors) = await process.Finish(deadline);
        Assert.That((code, errors.Length), Is.EqualTo((105, 0)));
        Assert.That(output, Does.EndWith("Interrupted before anything was measured.\n"));
        Assert.That(NamespaceFiles.Of(process.Id), Is.Empty);
        Assert.That(Directory.GetFiles(_measuresNothing.In("results")), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    public async Task An_interrupt_keeps_what_the_run_has_measured_and_judges_no_band(CancellationToken deadline)
    {
        using SavedScenario alone = new("""
            {
              "title": "Alone", "clocks": ["real"], "seconds": 3600, "warmUpSeconds": 1,
              "links": { "l": { "down": { "rateKbps": 2000, "delayMs": 25 }, "up": { "delayMs": 25 } } },
              "flows": [ { "name": "c", "circuit": {} } ],
              "bands": [ { "stat": "c.goodputKbps", "min": 0 } ]
            }
            """);
        using ProgramProcess process = new(alone.Folder, "run", "small", "--out", "results", "--csv", "csv", "--report", "report.html");
        // A line rounds its seconds, and need not come in each of them.
        await process.WaitForOutput(@", ([5-9]|\d\d+) of 3600 s:", deadline);
        process.Stop();
        (int code, string output, string[] errors) = await process.Finish(deadline);
        Assert.That((code, errors.Length), Is.EqualTo((ExitCode.Interrupted, 0)));
        TestbedResult result = TestbedJson.Read(alone.In("results/small.real.json"));
        Assert.That(result.Runs.Single().InterruptedAfterSeconds, Is.InRange(4, 3599));
        Assert.That(result.Mean("c.goodputKbps"), Is.Positive);
        Assert.That((result.Interrupted, result.Bands.Length), Is.EqualTo((true, 0)));
        Assert.That(output, Does.Contain("Interrupted: these are the results so far. Bands of incomplete results are not judged.")
            .And.Not.Contain("hold"));
        Assert.That(File.Exists(alone.In("report.html")) && Directory.GetFiles(alone.In("csv")).Length > 0);
    }

    [Test, CancelAfter(Deadline)]
    [NonParallelizable] // Any process that makes namespaces removes those of processes that have ended.
    public async Task Leftovers_of_a_killed_run_are_removed_by_the_next(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess process = new(_measuresNothing.Folder, "run", "small");
        await NamespaceFiles.WaitFor(process.Id, deadline);
        process.Kill();
        Assume.That(NamespaceFiles.Of(process.Id), Has.Length.EqualTo(2), "no other run on this host has cleaned up yet");
        (int code, _, string[] errors) = await ProgramProcess.Run(_short.Folder, deadline, "run", "small");
        Assert.That(code, Is.Zero, string.Join('\n', errors));
        Assert.That(NamespaceFiles.Of(process.Id), Is.Empty);
    }

    private static string Scenario(string seconds, string warmUp = "0") => $$"""
        {
          "title": "Small and real", "seconds": {{seconds}}, "warmUpSeconds": {{warmUp}}, "clocks": ["real"],
          "links": { "access": { "down": { "rateKbps": 3000, "delayMs": 5 }, "up": { "delayMs": 5 } } },
          "flows": [ { "name": "reno", "tcp": {} } ]
        }
        """;
}
