using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Commands;

/// <summary>Runs bots on the host's clock and network, shows their progress, and writes the results.</summary>
internal sealed class BotSessionRunner(BotCommandLine settings, TextWriter output, TextWriter error)
{
    private readonly BotRequest _request = settings.Request;
    private readonly ResultOutputs _outputs = new(settings.Json, settings.CsvDirectory, output, error);

    /// <param name="interruption">Makes all bots leave.</param>
    /// <param name="again">The second interruption: ends the visits of bots that have not left yet.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(CancellationToken interruption, CancellationToken again = default)
    {
        LibreMetaverseFolder? library = null;
        if (_request.Engine == LibreMetaverseEngine.EngineName && (library = LibreMetaverseFolder.Find(_request.LibreMetaverse)) is null)
            return Fail(LibreMetaverseFolder.HowToGet(_request.LibreMetaverse));
        try
        {
            _outputs.Check(BotCsv.CheckWritable);
            return settings.IsDryRun ? Describe() : Finish(Measure(library, interruption, again));
        }
        catch (Exception exception) when (exception is OutputException or EngineException)
        {
            return Fail(exception.Message);
        }
    }

    private int Describe()
    {
        string part = _request.Shard.IsWhole ? "" : $" (shard {_request.Shard} of {_request.Accounts.Count} bots)";
        (LoginRequest first, LoginRequest last) = (_request.PlanOf(0).Account, _request.PlanOf(_request.OwnCount - 1).Account);
        output.WriteLine($"{_request.OwnCount} bots{part}, {first.First} {first.Last} to {last.Last}, to {_request.Service}");
        if (_request.StartAt is { } start)
            output.WriteLine($"starts at {StartTime.Text(start)}");
        output.WriteLine($"engine {_request.Engine}, controller {_request.Controller}, activity {_request.Activity}, seed {_request.Seed}");
        RateControlOptions rates = _request.RateControl;
        output.WriteLine($"rates from {rates.MinRate} to {rates.MaxRate}; stay {_request.Length}, login delay {_request.LoginDelay}");
        return ExitCode.Good;
    }

    private BotRunResult Measure(LibreMetaverseFolder? library, CancellationToken interruption, CancellationToken again)
    {
        using RealTimeLoop loop = new("bots");
        using Mailbox mailbox = new(loop);
        using IEngine engine = EngineOf(library, loop, mailbox);
        BotRun run = loop.Invoke(() => new BotRun(loop, engine, _request));
        VoicePositions? positions = _request.VoicePort == 0 ? null
            : loop.Invoke(() => new VoicePositions(loop, loop, run.Bots, UdpAddress.Loopback(_request.VoicePort)));
        try
        {
            if (_request.StartAt is { } start)
                Await(start, interruption);
            TextWriter messages = settings.IsQuiet ? error : _outputs.People;
            _outputs.Show<RunView>(new BotRunText(), settings.IsQuiet, messages.WriteLine,
                display => new RunWatch(loop, run, display).Run(interruption, again));
            Duration length = RealTimeLoop.Clock - loop.Invoke(() => run.Began);
            bool interrupted = interruption.IsCancellationRequested;
            return loop.Invoke(() => BotRunResult.Of(run, _request, engine, settings.Thresholds, length, interrupted));
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

    private IEngine EngineOf(LibreMetaverseFolder? library, RealTimeLoop loop, Mailbox mailbox)
    {
        TimeSpan timeout = TimeSpan.FromSeconds(_request.LoginTimeout.Seconds);
        return library is null
            ? new BuiltinEngine(loop, loop, new HttpGridClient(mailbox, timeout, _request.Http))
            : new LibreMetaverseEngine(library, loop, mailbox, timeout);
    }

    private void Await(DateTimeOffset start, CancellationToken interruption)
    {
        double left = (start - DateTimeOffset.UtcNow).TotalSeconds;
        if (!settings.IsQuiet)
        {
            string shard = _request.Shard.IsWhole ? "" : $"shard {_request.Shard} ";
            string when = left > 0
                ? FormattableString.Invariant($"in {left:0.0} s")
                : FormattableString.Invariant($"which was {-left:0.0} s ago: now");
            _outputs.People.WriteLine($"{shard}starts at {StartTime.Text(start)}, {when}");
        }
        StartTime.Wait(start, interruption);
    }

    private int Finish(BotRunResult result)
    {
        IReadOnlyList<string> unwritten = _outputs.Write(
            settings.IsQuiet ? null : text => SummaryText.Write(text, result),
            () => BotJson.Serialise(result),
            directory => BotCsv.Write(result, directory));
        return unwritten.Count > 0 ? BotCommand.Program.Fail(error, unwritten, ExitCode.Runtime)
            : result.Interrupted ? ExitCode.Interrupted
            : result.Bots.Any(bot => bot.Failure == BotFailure.EngineFailed) ? ExitCode.Runtime
            : result.Summary.Failed > 0 ? ExitCode.Grid
            : result.Thresholds.Any(threshold => threshold.Crossed) ? ExitCode.Threshold
            : ExitCode.Good;
    }

    private int Fail(string message) => BotCommand.Program.Fail(error, message, ExitCode.Usage);
}
