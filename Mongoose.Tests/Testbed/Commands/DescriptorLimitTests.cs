
namespace Mongoose.Tests.Testbed.Commands;

/// <summary>Hosts that give a process too few file descriptors: enough for .NET to start, and not for all ports.</summary>
[Category("Process")]
[Platform("Linux")]
[Parallelizable(ParallelScope.Self)]
public sealed class DescriptorLimitTests
{
    private const int Deadline = 120_000;
    private const string Scenario = """
        {
          "title": "many", "clocks": ["real"], "seconds": 2, "warmUpSeconds": 1,
          "links": { "l": { "down": { "delayMs": 25, "rateKbps": 2000 }, "up": { "delayMs": 25 } } },
          "flows": [ { "name": "a", "count": 100, "path": ["l"], "circuit": { "server": "stock" } } ]
        }
        """;

    private static readonly string[] Limited = ["sh", "-c", "ulimit -n 150; exec \"$@\"", "sh"];

    private readonly TemporaryDirectory _folder = new();

    [TearDown]
    public void Delete() => _folder.Dispose();

    [Test, CancelAfter(Deadline)]
    public async Task A_mixer_with_too_many_peers_ends_with_one_line(CancellationToken deadline)
    {
        HostProgram.SkipWithout("sh");
        string[] peers = [.. Enumerable.Range(0, 150).SelectMany(i => (string[])["--peer", $"name=p{i} port={20_000 + 2 * i}"])];
        using ProgramProcess mixer = new(_folder.Path, Limited, ["run", "--seconds", "1", .. peers], MixerProcess.Program);
        AssertOneLine(await mixer.Finish(deadline), "mongoose-mixer: UDP port 127.0.0.1:");
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_run_with_too_many_flows_ends_with_one_line(CancellationToken deadline)
    {
        HostProgram.SkipWithout("sh");
        File.WriteAllText(Path.Combine(_folder.Path, "many.json"), Scenario);
        using ProgramProcess run = new(_folder.Path, Limited, ["run", "many.json"]);
        AssertOneLine(await run.Finish(deadline), "mongoose-testbed: UDP port ");
    }

    private static void AssertOneLine((int Code, string Output, string[] Errors) ended, string start)
    {
        Assert.That(ended.Errors, Has.Length.EqualTo(1), string.Join('\n', ended.Errors));
        Assert.That(ended.Errors[0], Does.StartWith(start).And.Contain("Too many open files"));
        Assert.That(ended.Code, Is.EqualTo(ExitCode.Runtime));
    }
}
