using System.Runtime.Versioning;
using System.Text.Json;
using Mongoose.Runtime.Hosts;
using Mongoose.Testbed.SelfCheck;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "selfcheck", tested with real processes: messages about missing prerequisites, and cleanup.</summary>
[Category("Process")]
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
public sealed class SelfCheckCommandTests : InTemporaryDirectory
{
    private const int Deadline = 90_000;

    [Test, CancelAfter(Deadline)]
    [Slow("it measures the host's timers, relay and device for seconds each")]
    public async Task The_table_the_json_and_the_exit_code_agree(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline,
            "selfcheck", "--seconds", "0.2", "--json", "-");
        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement root = json.RootElement;
        Assert.That(root.GetProperty("schema").GetString(), Is.EqualTo(SelfCheckResult.SchemaName));
        Assert.That(root.GetProperty("host").GetProperty("timerErrorMs").GetProperty("p99").GetDouble(), Is.Positive);
        Assert.That(root.GetProperty("tunUnavailable").ValueKind, Is.EqualTo(JsonValueKind.Null));
        JsonElement[] rates = root.GetProperty("tun").EnumerateArray().ToArray();
        Assert.That(rates, Is.Not.Empty);
        foreach (JsonElement rate in rates.SkipLast(1))
            Assert.That(rate.GetProperty("received").GetInt64(), Is.Positive.And.EqualTo(rate.GetProperty("sent").GetInt64()));
        Assert.That(code, Is.EqualTo(root.GetProperty("warnings").GetArrayLength() == 0 ? 0 : 1));
        Assert.That(errors, Has.Some.StartsWith("UDP relay").And.Some.StartsWith("TUN link, 1 Mbit/s"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task Missing_privileges_are_reported_in_one_line_and_the_rest_is_checked(CancellationToken deadline)
    {
        HostProgram.SkipWithout("setpriv");
        string[] output = await RunBy(["setpriv", "--bounding-set=-all", "--inh-caps=-all"], deadline);
        Assert.That(output.Where(line => line.StartsWith("TUN link", StringComparison.Ordinal)).Single(),
            Does.Match(@"^TUN link not checked: cannot create network namespace \S+: it needs root \(CAP_SYS_ADMIN and CAP_NET_ADMIN\)$"));
        Assert.That(output, Has.Some.StartsWith("UDP relay"));
    }

    [Test, CancelAfter(Deadline)]
    [NonParallelizable] // It looks at all namespaces.
    public async Task A_missing_tun_module_is_reported_in_one_line_and_the_rest_is_checked(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        HostProgram.SkipWithout("unshare", "mount");
        string[] before = NamespaceFiles.All;
        string[] output = await RunBy(["unshare", "--mount", "sh", "-c", "mount -t tmpfs none /dev/net && exec \"$@\"", "sh"], deadline);
        Assert.That(output.Where(line => line.StartsWith("TUN link", StringComparison.Ordinal)).Single(),
            Is.EqualTo("TUN link not checked: /dev/net/tun is missing: the kernel needs the tun module (modprobe tun)"));
        Assert.That(output, Has.Some.StartsWith("UDP relay"));
        Assert.That(NamespaceFiles.All.Except(before), Has.None.StartsWith(NamespaceName.Prefix));
    }

    [Test, CancelAfter(Deadline)]
    public async Task An_interrupt_leaves_nothing_behind(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess process = new(Folder, "selfcheck", "--seconds", "60");
        await NamespaceFiles.WaitFor(process.Id, deadline);
        process.Stop();
        (int code, string output, _) = await process.Finish(deadline);
        Assert.That(code, Is.EqualTo(105));
        Assert.That(output, Does.Contain("Interrupted"));
        Assert.That(NamespaceFiles.Of(process.Id), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    [NonParallelizable] // Any process that makes namespaces removes those of processes that have ended.
    public async Task Leftovers_of_a_killed_run_are_removed_at_the_next_start(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using ProgramProcess process = new(Folder, "selfcheck", "--seconds", "60");
        await NamespaceFiles.WaitFor(process.Id, deadline);
        NetworkNamespace.RemoveLeftovers();
        Assert.That(NamespaceFiles.Of(process.Id), Has.Length.EqualTo(2), "it is still running");
        process.Kill();
        Assume.That(NamespaceFiles.Of(process.Id), Has.Length.EqualTo(2), "no other run on this host has cleaned up yet");
        using NetworkNamespace next = NetworkNamespace.Create("next");
        Assert.That(NamespaceFiles.Of(process.Id), Is.Empty);
    }

    private async Task<string[]> RunBy(string[] starter, CancellationToken deadline)
    {
        using ProgramProcess process = new(Folder, starter, ["selfcheck", "--seconds", "0.2"]);
        (int code, string output, string[] errors) = await process.Finish(deadline);
        Assert.That(errors, Is.Empty);
        Assert.That(code, Is.AnyOf(0, 1), "the verdict covers the rest");
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
