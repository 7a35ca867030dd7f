using Mongoose.Network.Enet;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "state" in simulated time, tested with real processes.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class StateCommandTests : InTemporaryDirectory
{
    private const int Deadline = 60_000;

    private const string OfEnet = """
        {
          "title": "A library, beside what can be simulated", "seconds": 1, "clocks": ["real"],
          "links": { "line": { "down": {}, "up": {} } },
          "flows": [
            { "name": "enet",
              "particles": { "peer": "enet", "frames": 5, "growFrames": 0, "shrinkFrames": 1, "leadSeconds": 0.3, "settleSeconds": 0.3 } },
            { "name": "udp",
              "particles": { "peer": "udp", "frames": 5, "growFrames": 0, "shrinkFrames": 1, "leadSeconds": 0.3, "settleSeconds": 0.3 } }
          ]
        }
        """;

    [Test, CancelAfter(Deadline)]
    public async Task In_a_pipe_it_prints_rows_and_a_summary_and_writes_the_page_and_the_result(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline,
            "state", "--down", "64k", "--loss", "3", "--peer", "verse-cc,udp", "--particles", "50", "--json", "state.json",
            "--out", "results");
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        string[] lines = output.Split('\n');
        Assert.That(lines[0], Is.EqualTo("50 particles shared by verse-cc, udp over 64 kbit/s with 3 % loss; 14 s simulated"));
        Assert.That(lines[1], Does.StartWith(" time peer "));
        Assert.That(lines.Skip(2).Take(28).Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[..2]),
            Is.EqualTo(Enumerable.Range(1, 14).SelectMany(i => new[] { new[] { $"{i}.0", "verse-cc" }, [$"{i}.0", "udp"] })),
            "a row per peer and second");
        TestbedResult result = TestbedJson.Parse(File.ReadAllText(Path.Combine(Folder, "state.json")));
        Assert.That(result.Command, Does.StartWith("mongoose-testbed state --down 64k --loss 3 "));
        string[] summary = lines.Last(line => line.StartsWith("udp ", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(summary[4], Is.EqualTo($"{result.Mean("udp.wrongAtEnd")}").And.Not.EqualTo("0"), "particles that are wrong at the end");
        Assert.That(result.Runs.Single().Series.OfType<PictureSeries>().Select(series => series.Name),
            Is.EqualTo(new[] { "verse-cc.worstFrameAgeMs", "verse-cc.lastAgeMs", "udp.worstFrameAgeMs", "udp.lastAgeMs" }));
        Assert.That(File.ReadAllText(Path.Combine(Folder, "mongoose-state.html")),
            Does.Contain("What each peer shows at its worst").And.Not.Contain("No measured series"));
        (code, output, errors) = await ProgramProcess.Run(Folder, deadline, "report", "results");
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        Assert.That(output, Does.StartWith("1 result: "));
        Assert.That(File.ReadAllText(Path.Combine(Folder, "results", "report.html")),
            Does.Contain(lines[0].Split(';')[0]).And.Contain("What each peer shows at its worst"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_simulation_before_a_real_run_leaves_out_what_cannot_be_simulated(CancellationToken deadline)
    {
        if (!EnetLibrary.Library.IsInstalled)
            Assert.Ignore(EnetLibrary.Library.HowToInstall);
        using SavedScenario scenario = new(OfEnet);
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, "run", scenario.Path);
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        Assert.That(output, Does.Contain("enet.ageMs.p99"));
    }

    [TestCase("--down", "256", "--down 256: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--loss", "51", "--loss 51: allowed are 0 to 50 percent")]
    [TestCase("--peer", "verse,quic", "--peer quic: allowed are udp, tcp, tcp-conflating, sctp, sctp-ttl, enet, verse, verse-cc")]
    [TestCase("--jitter", "6", "--jitter 6: allowed are 0 to 5 ms, no more than --delay")]
    [TestCase("--clock", "real", "--clock real: tcp is the kernel's there, between two namespaces with one line: "
        + "name it alone, or not at all")]
    [TestCase("--particles", "0", "--particles 0: allowed are 1 to 10000")]
    [CancelAfter(Deadline)]
    public async Task An_invalid_value_is_reported_in_one_line_with_exit_code_2(string option, string value, string message,
        CancellationToken deadline)
    {
        (int code, _, string[] errors) = await ProgramProcess.Run(Folder, deadline, "state", option, value);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(errors[0], Is.EqualTo($"mongoose-testbed: {message}"));
        Assert.That(Directory.GetFiles(Folder), Is.Empty);
    }
}
