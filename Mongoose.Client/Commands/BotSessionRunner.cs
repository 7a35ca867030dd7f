using System.Diagnostics;
using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Commands;

/// <summary>Runs bots on the host's clock and network, shows their progress, and writes the results.</summary>
internal sealed class BotSessionRunner(BotSettings settings, TextWriter output, TextWriter error)
{
    /// <summary>The maximum time to wait for bots to leave.</summary>
    private static readonly TimeSpan LeaveTimeout = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly ResultOutputs _outputs = new(settings.Json, settings.CsvDirectory, output, error);

    /// <param name="interruption">Makes all bots leave.</param>
    /// <param name="again">Ends the visits of those that have not left yet.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(CancellationToken interruption, CancellationToken again = default)
    {
        LibreMetaverseFolder? library = null;
        if (settings.Engine == LibreMetaverseEngine.EngineName && (library = LibreMetaverseFolder.Find(settings.LibreMetaverse)) is null)
        {
            error.WriteLine($"mongoose-bot: {LibreMetaverseFolder.HowToGet(settings.LibreMetaverse)}");
            return ExitCode.Usage;
        }
        try
        {
            _outputs.Check(BotCsv.CheckWritable);
        }
        catch (OutputException exception)
        {
            error.WriteLine($"mongoose-bot: {exception.Message}");
            return ExitCode.Usage;
        }
        if (settings.IsDryRun)
        {
            Describe();
            return ExitCode.Good;
        }
        try
        {
            return Finish(Measure(library, interruption, again));
        }
        catch (EngineException exception)
        {
            error.WriteLine($"mongoose-bot: {exception.Message}");
            return ExitCode.Usage;
        }
    }

    private void Describe()
    {
        BotRunOptions run = settings.Run;
        string part = run.Shard.IsWhole ? "" : $" (shard {run.Shard} of {run.Count} bots)";
        (LoginRequest first, LoginRequest last) = (run.PlanOf(0).Account, run.PlanOf(run.OwnCount - 1).Account);
        output.WriteLine($"{run.OwnCount} bots{part}, {first.First} {first.Last} to {last.Last}, to {run.LoginUri}");
        if (run.StartAt is { } start)
            output.WriteLine($"starts at {StartTime.Text(start)}");
        output.WriteLine($"engine {settings.Engine}, controller {run.Bot.Controller}, activity {run.Bot.Activity}, seed {run.Seed}");
        output.WriteLine($"rates from {run.Bot.RateControl.MinRate} to {run.Bot.RateControl.MaxRate}; stay {run.Length}, login delay {run.LoginDelay}");
    }

    private BotRunResult Measure(LibreMetaverseFolder? library, CancellationToken interruption, CancellationToken again)
    {
        using RealTimeLoop loop = new("bots");
        using Mailbox mailbox = new(loop);
        using IEngine engine = library is null
            ? new BuiltinEngine(loop, loop, new HttpGridClient(mailbox, settings.LoginTimeout, settings.Run.FetchesByHttp))
            : new LibreMetaverseEngine(library, loop, mailbox, settings.LoginTimeout);
        BotRun run = loop.Invoke(() => new BotRun(loop, engine, settings.Run));
        VoicePositions? positions = settings.Run.VoicePort == 0 ? null
            : loop.Invoke(() => new VoicePositions(loop, loop, run.Bots, UdpAddress.Loopback(settings.Run.VoicePort)));
        try
        {
            if (settings.Run.StartAt is { } start)
                Await(start, interruption);
            if (!settings.IsQuiet && _outputs.IsTerminal)
                TerminalDisplay.Show(_outputs.People, display => Watch(loop, run, display, interruption, again));
            else
                Watch(loop, run, settings.IsQuiet ? new QuietDisplay(error) : new PlainDisplay(_outputs.People), interruption, again);
            Duration length = RealTimeLoop.Clock - loop.Invoke(() => run.Began);
            return loop.Invoke(() => BotRunResult.Of(run, settings.Run, engine, settings.Thresholds, length, interruption.IsCancellationRequested));
        }
        finally
        {
            loop.Invoke(() =>
            {
                positions?.Dispose();
                run.Dispose();
            });
        }
    }

    private void Await(DateTimeOffset start, CancellationToken interruption)
    {
        double left = (start - DateTimeOffset.UtcNow).TotalSeconds;
        if (!settings.IsQuiet)
        {
            string shard = settings.Run.Shard.IsWhole ? "" : $"shard {settings.Run.Shard} ";
            string when = left > 0 ? FormattableString.Invariant($"in {left:0.0} s") : FormattableString.Invariant($"which was {-left:0.0} s ago: now");
            _outputs.People.WriteLine($"{shard}starts at {StartTime.Text(start)}, {when}");
        }
        StartTime.Wait(start, interruption);
    }

    private static bool Watch(RealTimeLoop loop, BotRun run, IBotDisplay display, CancellationToken interruption, CancellationToken again)
    {
        using ManualResetEventSlim ended = new();
        Queue<(string, string)> failed = new();
        Queue<string> noted = new();
        RunView? view = null;
        loop.Invoke(() =>
        {
            run.Ended = ended.Set;
            run.BotFailed = bot => failed.Enqueue((bot.Name, $"{ResultNames.Of(bot.Failure)}: {bot.Message}"));
            run.Noted = noted.Enqueue;
            run.Sampled = () => view = RunView.From(run, loop.Now);
            run.Begin();
            if (interruption.IsCancellationRequested)
                run.Leave(); // In the same turn as the beginning, so that no bot logs in.
        });
        Stopwatch leaving = new();
        while (!ended.Wait(PollInterval))
        {
            Show();
            if (interruption.IsCancellationRequested)
                loop.Invoke(run.Leave);
            if (interruption.IsCancellationRequested || loop.Invoke(() => loop.Now >= run.PlannedEnd))
                leaving.Start();
            if (leaving.Elapsed > LeaveTimeout || again.IsCancellationRequested)
                break;
        }
        loop.Invoke(() => run.CutOff(again.IsCancellationRequested ? "interrupted a second time before the bot had logged out" : "the bot did not log out in time"));
        Show();
        display.End();
        return true;

        void Show()
        {
            (RunView? now, (string, string)[] fresh, string[] notes) = loop.Invoke(() =>
            {
                (RunView?, (string, string)[], string[]) taken = (view, failed.ToArray(), noted.ToArray());
                view = null;
                failed.Clear();
                noted.Clear();
                return taken;
            });
            foreach (string note in notes)
                display.Noted(note);
            foreach ((string bot, string failure) in fresh)
                display.Failed(bot, failure);
            if (now is not null)
                display.Update(now);
        }
    }

    private int Finish(BotRunResult result)
    {
        IReadOnlyList<string> unwritten = _outputs.Write(
            settings.IsQuiet ? null : text => SummaryText.Write(text, result), () => BotJson.Serialise(result), directory => BotCsv.Write(result, directory));
        foreach (string problem in unwritten)
            error.WriteLine($"mongoose-bot: {problem}");
        return unwritten.Count > 0 ? ExitCode.Runtime
            : result.Interrupted ? ExitCode.Interrupted
            : result.Bots.Any(bot => bot.Failure == BotFailure.EngineFailed) ? ExitCode.Runtime
            : result.Summary.Failed > 0 ? ExitCode.Grid
            : result.Thresholds.Any(threshold => threshold.Crossed) ? ExitCode.Threshold
            : ExitCode.Good;
    }
}
