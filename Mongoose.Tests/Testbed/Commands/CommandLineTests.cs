using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Mongoose.Core.Channels;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Reports.Pairs;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The command line, tested with real processes.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class CommandLineTests : InTemporaryDirectory
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public async Task Help_shows_all_options_examples_and_exit_codes(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, "--help");
        Assert.That(code, Is.Zero);
        Assert.That(errors, Is.Empty);
        foreach (string option in "throttle rtt loss seconds line quick seed port json csv report version".Split(' '))
            Assert.That(output, Does.Contain($"--{option} "));
        Assert.That(output, Does.Contain("Examples").And.Contains("mongoose-testbed --quick").And.Contains("Exit codes")
            .And.Contains("105"));
    }

    [TestCase("run", "--seeds")]
    [TestCase("matrix", "--jobs")]
    [TestCase("report", "--report")]
    [CancelAfter(Deadline)]
    public async Task A_verb_shows_its_help_without_required_arguments(string verb, string option, CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, verb, "--help");
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        Assert.That(output, Does.Contain(option));
    }

    [Test, CancelAfter(Deadline)]
    public async Task Version_is_one_line(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, "--version");
        Assert.That((code, errors.Length), Is.EqualTo((0, 0)));
        Assert.That(output.Trim(), Does.Match(@"^\d+\.\d+\.\d+\S*$"));
    }

    [TestCase(new[] { "--bogus" }, "'--bogus'")]
    [TestCase(new[] { "demo", "surplus" }, "'surplus'")]
    [TestCase(new[] { "--throttle", "63.9" }, "--throttle 63.9: allowed are 64 to 8000 kbit/s")]
    [TestCase(new[] { "--throttle", "1500,lots" }, "--throttle lots: allowed are 64 to 8000 kbit/s")]
    [TestCase(new[] { "--line", "2501" }, "--line 2501: allowed are 0, or 3 to 2500 kbit/s")]
    [TestCase(new[] { "--line", "2" }, "--line 2: allowed are 0, or 3 to 2500 kbit/s")]
    [TestCase(new[] { "run", "demo", "--quick" }, "--quick: run has no such option")]
    [TestCase(new[] { "--rtt", "-1" }, "--rtt -1: allowed are 0 to 2000 ms")]
    [TestCase(new[] { "--loss", "NaN" }, "--loss NaN: allowed are 0 to 20 percent")]
    [TestCase(new[] { "--seconds", "1e9" }, "--seconds 1e9: allowed are 2 to 3600 s")]
    [TestCase(new[] { "--seed", "1.5" }, "--seed 1.5: allowed are whole numbers")]
    [TestCase(new[] { "--seed", "1.0" }, "--seed 1.0: allowed are whole numbers")]
    [TestCase(new[] { "--seed", "1.500" }, "--seed 1.500: 1.500 is ambiguous: write 1500 or 1")]
    [TestCase(new[] { "--port", "65535" }, "--port 65535: allowed are 0 to 65534")]
    [TestCase(new[] { "--json" }, "'--json'")]
    [CancelAfter(Deadline)]
    public async Task An_invalid_command_line_is_reported_in_one_line_and_nothing_runs(string[] arguments, string expected,
        CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, arguments);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(output, Is.Empty);
        Assert.That(errors, Has.Length.EqualTo(2), "the error and how to find help");
        Assert.That(errors[0], Does.StartWith("mongoose-testbed: ").And.Contains(expected));
        Assert.That(errors[1], Is.EqualTo("mongoose-testbed: --help shows all options"));
        Assert.That(Directory.GetFileSystemEntries(Folder), Is.Empty);
    }

    [TestCase("--report", "none/report.html")]
    [TestCase("--json", "none/demo.json")]
    [TestCase("--csv", "file")]
    [TestCase("--csv", "csv")]
    [CancelAfter(Deadline)]
    public async Task A_path_that_cannot_be_written_is_reported_before_the_run(string option, string path, CancellationToken deadline)
    {
        await File.WriteAllTextAsync(Path.Combine(Folder, "file"), "", deadline);
        Directory.CreateDirectory(Path.Combine(Folder, "csv", TestbedCsv.StatsFile)); // A directory with the table's name.
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, option, path);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Is.Empty, "nothing ran");
        Assert.That(errors.Single(), Does.StartWith($"mongoose-testbed: cannot write {path}"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_port_in_use_is_reported_in_one_line([Values(0, 1)] int which, CancellationToken deadline)
    {
        int port = FreePair();
        using UdpClient taken = new(new IPEndPoint(IPAddress.Loopback, port + which));
        (int code, _, string[] errors) = await ProgramProcess.Run(Folder, deadline, "--port", $"{port}", "--quick");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors.Single(), Does.StartWith("mongoose-testbed: ").And.Contains($"127.0.0.1:{port + which}"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_run_gives_json_on_standard_output_a_table_on_standard_error_and_the_files(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline,
            "--quick", "--seconds", "3", "--throttle", "1500", "--line", "0", "--json", "-", "--csv", "out", "--report", "out/demo.html");
        Assert.That(code, Is.Zero, string.Join('\n', errors));
        TestbedResult result = TestbedJson.Parse(JsonNode.Parse(output)!.AsArray().Single()!.ToJsonString());
        Assert.That((result.Interrupted, result.Scenario.Name, result.Scenario.Cell), Is.EqualTo((false, "demo", "1.5 Mbit/s")));
        Assert.That(result.Scenario.Seconds, Is.EqualTo(2), "a third, but not below the minimum");
        Assert.That(result.Host!.TimerErrorMs.P50, Is.GreaterThanOrEqualTo(0));
        Assert.That(result.Command, Does.Contain("--seconds 2 "));
        CircuitPair pair = CircuitPair.Find(result)!;
        foreach (PairedCircuit circuit in (PairedCircuit[])[pair.Base!, pair.Other!])
        {
            Assert.That(circuit.ThrottleKbps, Is.EqualTo(1500).Within(0.01));
            Assert.That(circuit.GoodputKbps, Is.InRange(100, 1.2 * 1500));
            Assert.That(circuit.UsedPercent, Is.InRange(5, 120));
            Assert.That(circuit.TaskDelayMs.P99, Is.GreaterThanOrEqualTo(25), "at least the propagation delay");
            Assert.That(circuit.SeriesOf(Channel.Texture), Is.Not.Null);
        }
        Assert.That(errors, Has.Some.StartsWith("Goodput, kbit/s"));
        string report = await File.ReadAllTextAsync(Path.Combine(Folder, "out/demo.html"), deadline);
        Assert.That(report, Does.StartWith("<!DOCTYPE html>").IgnoreCase);
        Assert.That(Directory.GetFiles(Path.Combine(Folder, "out")).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "demo.html", TestbedCsv.StatsFile, TestbedCsv.SeriesFile }));
    }

    [Test, CancelAfter(Deadline), Platform("Linux")]
    public async Task An_interrupt_ends_the_run_and_keeps_the_results_so_far(CancellationToken deadline)
    {
        int port = FreePair();
        using ProgramProcess process = new(Folder, "--throttle", "1500,8000", "--seconds", "3600", "--port", $"{port}", "--json", "-");
        await process.WaitForError(" of 3600 s:", deadline);
        process.Stop();
        (int code, string output, string[] errors) = await process.Finish(deadline);

        Assert.That(code, Is.EqualTo(105));
        TestbedResult result = TestbedJson.Parse(JsonNode.Parse(output)!.AsArray().Single()!.ToJsonString());
        Assert.That(result.Interrupted);
        CircuitPair pair = CircuitPair.Find(result)!;
        foreach (PairedCircuit circuit in (PairedCircuit[])[pair.Base!, pair.Other!])
        {
            Assert.That(circuit.GoodputKbps, Is.InRange(50, 1.2 * 1500));
            Assert.That(circuit.SeriesOf(Channel.Texture)!.Values, Has.Length.LessThan(3600 * 4), "only the part that was run");
        }
        Assert.That(errors, Has.Some.StartsWith("Interrupted"));
        Assert.That(File.Exists(Path.Combine(Folder, "mongoose-demo.html")));
        using UdpClient stock = new(new IPEndPoint(IPAddress.Loopback, port)), mongoose = new(new IPEndPoint(IPAddress.Loopback, port + 1));
    }

    /// <summary>A free port whose successor is free too.</summary>
    private static int FreePair()
    {
        int port;
        do
            port = FreePort.OfTcpAndUdp();
        while (!FreePort.IsFree(port + 1));
        return port;
    }
}
