using System.Text.RegularExpressions;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Speeches;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "voice" in simulated time, tested with real processes.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class VoiceCommandTests : InTemporaryDirectory
{
    private const int Deadline = 120_000;

    [Test, CancelAfter(Deadline)]
    public async Task In_a_pipe_it_prints_rows_and_key_figures_and_writes_a_page_with_three_players(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline,
            "voice", "--seconds", "20", "--sources", "4", "--json", "voice.json", "--csv", "csv");
        Assert.That(code, Is.Zero);
        Assert.That(errors, EspeakVoices.AreInstalled ? Is.Empty : Has.Length.EqualTo(1));
        string[] lines = output.Split('\n');
        Assert.That(lines[0],
            Is.EqualTo("4 voices over 635 kbit/s beside a TCP transfer: partial mixing, forward all, mix all; 20 s simulated"));
        Assert.That(lines.Skip(2).Take(120).Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[0]),
            Is.EqualTo(Enumerable.Range(1, 20).SelectMany(i => Enumerable.Repeat($"{i}.0", 6))), "a row per flow and second");
        Assert.That(lines.Count(line => Regex.IsMatch(line, "^(Partial mixing|Forward all|Mix all) +[0-9]")), Is.EqualTo(3), "key figures");
        TestbedResult result = TestbedJson.Parse(File.ReadAllText(Path.Combine(Folder, "voice.json")));
        AudioSeries[] heard = result.Runs.Single().Series.OfType<AudioSeries>().ToArray();
        Assert.That(heard.Select(series => (series.Name, series.Channels)),
            Is.EqualTo(new[] { ("partial.heard", 2), ("forward-all.heard", 2), ("mix-all.heard", 2) }));
        Assert.That(heard.Select(series => series.Seconds), Is.All.EqualTo(20.0).Within(0.2));
        string page = File.ReadAllText(Path.Combine(Folder, "mongoose-voice.html"));
        Assert.That(Regex.Matches(page, "<audio [^>]*src=\"data:audio/wav;base64,UklGR").Count, Is.EqualTo(3), "players with WAV files");
        Assert.That(page, Does.Not.Contain("No measured series").And.Not.Contain("src=\"http").And.Contain("voices heard apart"));
    }

    [TestCase("--down", "635", "--down 635: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--way", "partial,loud", "--way loud: allowed are partial, forward-all, mix-all")]
    [TestCase("--seconds", "19", "--seconds 19: allowed are 20 to 600 s")]
    [TestCase("--sources", "9", "--sources 9: allowed are 1 to 8")]
    [TestCase("--clock", "real", "--clock real: TCP is the kernel's there, between two namespaces with one line: "
        + "add --way with one of partial, forward-all, mix-all")]
    [CancelAfter(Deadline)]
    public async Task An_invalid_value_is_reported_in_one_line_with_exit_code_2(string option, string value, string message,
        CancellationToken deadline)
    {
        (int code, _, string[] errors) = await ProgramProcess.Run(Folder, deadline, "voice", option, value);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(errors[0], Is.EqualTo($"mongoose-testbed: {message}"));
        Assert.That(Directory.GetFiles(Folder), Is.Empty);
    }
}
