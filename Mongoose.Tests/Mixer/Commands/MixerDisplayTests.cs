using Mongoose.Core.Units;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Runs;
using Mongoose.Runtime.Terminals;
using Mongoose.Tests.Mixer.Runs;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>What users see.</summary>
public sealed class MixerDisplayTests
{
    private static RunView View(double seconds) =>
        RunView.From(new ScriptedPeers(ScriptedPeers.South, ScriptedPeers.Absent).Finish(seconds).Run, Duration.FromSeconds(60));

    [Test]
    public void In_a_pipe_each_peer_has_a_line_every_five_seconds()
    {
        StringWriter text = new();
        RunDisplay<RunView> display = RunDisplay<RunView>.Plain(text, new MixerRunText("north"), _ => Assert.Fail());
        for (int second = 1; second <= 9; second++)
            display.Update(View(second));
        Assert.That(text.ToString().Split(Environment.NewLine), Is.EqualTo(new[]
        {
            "5 of 60 s: south open, heard 2, sends 3 + mix with 5 mixed, sent 100 kbit/s, received 100 kbit/s, "
                + "RTT 70.0 ms, queue 10.0 ms, loss events 1.00 %, fair 400 kbit/s",
            "5 of 60 s: absent silent, heard 0, sends 0 with 0 mixed, sent 0 kbit/s, received 0 kbit/s",
            "",
        }));
    }

    [Test]
    public void The_table_has_a_row_for_each_peer_that_fits()
    {
        MixerRunText table = new("north");
        Assert.That(Text(table.Table(View(5), new TerminalSize(160, 17))),
            Does.Match(@"south +open +2 +3 \+ mix +5 +70\.0 +10\.0 +1\.00 +400 +100 +100")
            .And.Match(@"absent +silent").And.Contain("north: 5 of 60 s"));
        Assert.That(Text(table.Table(View(5), new TerminalSize(160, 1))), Does.Contain("and 1 more").And.Not.Contain("absent"));
    }

    [Test]
    public void The_summary_says_what_each_peer_did_and_which_threshold_was_crossed()
    {
        ScriptedPeers peers = new ScriptedPeers(ScriptedPeers.South, ScriptedPeers.Absent).Finish(20);
        MixerSummary summary = MixerSummary.Of(peers.Run, 0, new ProcessUse());
        StringWriter text = new();
        MixerText.WriteSummary(text, MixerResult.Of(peers.Run, peers.Settings, summary, [MixerSummary.Metrics.Parse("peers_silent>0")]));
        Assert.That(text.ToString(), Does.Contain("peers          1 of 2 heard").And.Contain("fail if        peers_silent>0: 1, FAILED")
            .And.Contain(
            "south          open; sent 100 kbit/s, received 100 kbit/s, silent 0 s, "
                + "RTT 70 ms and queue 38 ms p95, 3 loss events, at least 4 streams")
            .And.Contain("absent         silent; sent 0 kbit/s").And.Contain("1.00 % of frames lost or late"));
    }

    private static string Text(IRenderable table)
    {
        StringWriter text = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Out = new AnsiConsoleOutput(text)
        });
        console.Profile.Width = 160;
        console.Write(table);
        return text.ToString();
    }
}
