using System.Diagnostics;
using Mongoose.Client.Bots;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Commands;

/// <summary>Begins a run on its thread, shows the run's reports, and makes the bots leave when the user interrupts the run.</summary>
/// <param name="loop">The run's thread.</param>
/// <param name="run">A run that has not begun.</param>
/// <param name="display">Shows the run.</param>
internal sealed class RunWatch(RealTimeLoop loop, BotRun run, RunDisplay<RunView> display)
{
    /// <summary>The maximum time to wait for bots to leave.</summary>
    private static readonly TimeSpan LeaveTimeout = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly FailureLines _failureLines = new(display.Report);

    // Reports that are not shown yet. Only the run's thread uses these fields.
    private readonly Queue<(string Bot, string Failure)> _failed = new();
    private readonly Queue<string> _noted = new();
    private RunView? _view;

    /// <summary>Returns when every bot's visit is over.</summary>
    /// <param name="interruption">Makes all bots leave.</param>
    /// <param name="again">The second interruption: ends the visits of bots that have not left yet.</param>
    public void Run(CancellationToken interruption, CancellationToken again)
    {
        using ManualResetEventSlim ended = new();
        loop.Invoke(() => Begin(ended, interruption));
        Stopwatch leaving = new();
        while (!ended.Wait(PollInterval))
        {
            Poll();
            if (interruption.IsCancellationRequested)
                loop.Invoke(run.Leave);
            if (interruption.IsCancellationRequested || loop.Invoke(() => loop.Now >= run.PlannedEnd))
                leaving.Start();
            if (leaving.Elapsed > LeaveTimeout || again.IsCancellationRequested)
                break;
        }
        string reason = again.IsCancellationRequested
            ? "interrupted a second time before the bot had logged out"
            : "the bot did not log out in time";
        loop.Invoke(() => run.CutOff(reason));
        Poll();
        _failureLines.End();
    }

    private void Begin(ManualResetEventSlim ended, CancellationToken interruption)
    {
        run.Ended = ended.Set;
        run.BotFailed = bot => _failed.Enqueue((bot.Name, $"{ResultNames.Of(bot.Failure)}: {bot.Message}"));
        run.Noted = _noted.Enqueue;
        run.Sampled = () => _view = RunView.From(run, loop.Now);
        run.Begin();
        if (interruption.IsCancellationRequested)
            run.Leave(); // In the same turn as the beginning, so that no bot logs in.
    }

    /// <summary>Shows what the run has reported since the last call.</summary>
    private void Poll()
    {
        (RunView? view, (string, string)[] failed, string[] noted) = loop.Invoke(Take);
        foreach (string note in noted)
            display.Report(TerminalText.Escape(note));
        foreach ((string bot, string failure) in failed)
            _failureLines.Add(bot, failure);
        if (view is not null)
            display.Update(view);
    }

    private (RunView?, (string, string)[], string[]) Take()
    {
        (RunView?, (string, string)[], string[]) taken = (_view, _failed.ToArray(), _noted.ToArray());
        _view = null;
        _failed.Clear();
        _noted.Clear();
        return taken;
    }
}
