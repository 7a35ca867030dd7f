using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text.RegularExpressions;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "gateway", tested with real processes.</summary>
[Category("Process")]
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
public sealed partial class GatewayCommandTests
{
    private const int Deadline = 60_000;

    /// <summary>Tests that fail leave no namespace behind either. Those of processes that run are not touched.</summary>
    [TearDown]
    public void RemoveLeftovers()
    {
        if (Environment.IsPrivilegedProcess)
            NetworkNamespace.RemoveLeftovers();
    }

    [Test, CancelAfter(Deadline)]
    public async Task It_prints_instructions_and_leaves_nothing_behind(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess gateway = new(Path.GetTempPath(), "gateway", "--up", "800k", "--queue", "codel", "--seconds", "0.5");
        int process = gateway.Id;
        (int code, string output, string[] errors) = await gateway.Finish(deadline);
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        string[] lines = output.Split('\n');
        Assert.That(lines[0], Is.EqualTo("codel, 1000 packets; down 12 Mbit/s, up 800 kbit/s, base RTT 40 ms"));
        Assert.That(lines, Has.Some.Match(
            $@"^To run a program at home \(198\.18\.0\.2\):  nsenter --net=/run/netns/mongoose-{process}-\d+-\d+-client PROGRAM$"));
        Assert.That(NamespaceFiles.Of(process), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    public async Task With_a_clamp_it_prints_the_clamps_state_and_for_how_long_it_had_let_go(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        (int code, string output, string[] errors) = await ProgramProcess.Run(Path.GetTempPath(), deadline,
            "gateway", "--queue", "fifo", "--clamp", "auto", "--seconds", "0.5");
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        string[] lines = output.Split('\n');
        Assert.That(lines,
            Has.Some.EqualTo("clamp: limits the windows of flows towards the home, for the capacity that it measures at its own queue"));
        Assert.That(lines, Has.Some.Match(@"^ +time clamp flow +server ms +home ms +target B +window B +kbit/s +state$"));
        Assert.That(lines, Has.Some.Match(
            @"^ +\d clamp: capacity not measured yet, sparse traffic 0\.0 kbit/s, greedy traffic 0\.0 kbit/s, "
                + @"standing queue 0\.0 ms, limits 0 of 0 TCP flows$"));
        Assert.That(lines[^2], Does.Match(@"^ +\d clamp: released for 0\.0 s of 0\.\d s \(0 %\)$"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_capacity_above_that_of_the_line_is_warned_of(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        (int code, _, string[] errors) =
            await ProgramProcess.Run(Path.GetTempPath(), deadline, "gateway", "--clamp", "19M", "--seconds", "0.2");
        Assert.That(code, Is.Zero);
        Assert.That(errors, Has.Length.EqualTo(1));
        Assert.That(errors[0], Does.StartWith("mongoose-testbed: warning: --clamp 19 Mbit/s is above --down 12 Mbit/s: "));
    }

    [Test, CancelAfter(Deadline)]
    [NonParallelizable] // Any process that makes namespaces removes those of processes that have ended.
    public async Task Namespaces_of_a_killed_gateway_have_no_device_and_the_next_one_removes_them(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess killed = new(Path.GetTempPath(), "gateway", "--clamp", "auto");
        string[] names = await WaitForStart(killed, deadline);
        killed.Kill();
        string[] left = NamespaceFiles.Of(killed.Id);
        Assume.That(left, Is.EquivalentTo(names), "no other run on this host has cleaned up yet");
        foreach (string name in left)
            Assert.That(await DevicesIn(name, deadline), Does.Contain("lo:").And.Not.Contain("tun"));
        (int code, _, string[] errors) = await ProgramProcess.Run(Path.GetTempPath(), deadline, "gateway", "--seconds", "0.2");
        Assert.That(code, Is.Zero, string.Join('\n', errors));
        Assert.That(NamespaceFiles.Of(killed.Id), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_request_to_stop_ends_it_and_leaves_nothing_behind(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess gateway = new(Path.GetTempPath(), "gateway", "--clamp", "auto");
        int process = gateway.Id;
        await WaitForStart(gateway, deadline);
        gateway.Terminate();
        Assert.That((await gateway.Finish(deadline)).Code, Is.Zero);
        Assert.That(NamespaceFiles.Of(process), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    public async Task An_interrupt_ends_it_with_exit_code_0(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess gateway = new(Path.GetTempPath(), "gateway");
        int process = gateway.Id;
        await WaitForStart(gateway, deadline);
        gateway.Stop();
        Assert.That((await gateway.Finish(deadline)).Code, Is.Zero);
        Assert.That(NamespaceFiles.Of(process), Is.Empty);
    }

    [TestCase("--down", "12", "--down 12: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--up", "7k", "--up 7k: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--down", "2000M", "--down 2000M: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--queue", "red", "--queue.discipline: red: allowed are NAMES")]
    [TestCase("--queue", "{\"discipline\": \"pie\", \"limitPackets\": 0}",
        "--queue.limitPackets: 0: allowed are 1 to 1000000, whole numbers")]
    [TestCase("--queue", "{", "--queue: {: is not JSON")]
    [TestCase("--clamp", "7k", "--clamp: 7k: allowed are off, auto, rates such as 19M or 800k (8k to 1000M), and JSON objects")]
    [TestCase("--clamp", "{\"queue\": \"upstream\"}", "--clamp.queue: upstream: the gateway has only its own queue; allowed is own")]
    [TestCase("--clamp", "{\"auto\": true, \"margin\": 9}", "--clamp.margin: 9: allowed are 0.1 to 4")]
    [TestCase("--rtt", "-1", "--rtt -1: allowed are 0 to 10000 ms")]
    [CancelAfter(Deadline)]
    public async Task An_invalid_value_is_reported_in_one_line_with_exit_code_2(string option, string value, string message,
        CancellationToken deadline)
    {
        (int code, _, string[] errors) = await ProgramProcess.Run(Path.GetTempPath(), deadline, "gateway", option, value);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(errors[0], Is.EqualTo($"mongoose-testbed: {message.Replace("NAMES", string.Join(", ", QueueDisciplines.Names))}"));
    }

    /// <summary>
    /// Waits until the gateway runs, and returns the names of its namespaces. Before that it checks with two others whether this host can
    /// forward that fast.
    /// </summary>
    private static async Task<string[]> WaitForStart(ProgramProcess gateway, CancellationToken deadline)
    {
        string output = await gateway.WaitForOutput(@"Press Ctrl-C to stop\.", deadline);
        string[] names = [.. NamespacePath().Matches(output).Select(match => match.Groups[1].Value)];
        Assert.That(NamespaceFiles.Of(gateway.Id), Is.EquivalentTo(names));
        return names;
    }

    [GeneratedRegex(@"/run/netns/(\S+) PROGRAM")]
    private static partial Regex NamespacePath();

    /// <summary>The devices in a network namespace, as the kernel lists them.</summary>
    private static async Task<string> DevicesIn(string name, CancellationToken deadline)
    {
        HostProgram.SkipWithout("nsenter");
        ProcessStartInfo start = new("nsenter", [$"--net=/run/netns/{name}", "cat", "/proc/net/dev"]) { RedirectStandardOutput = true };
        using Process list = Process.Start(start)!;
        string devices = await list.StandardOutput.ReadToEndAsync(deadline);
        await list.WaitForExitAsync(deadline);
        return devices;
    }
}
