using Mongoose.Client.Bots;
using Mongoose.Client.Commands;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Commands;

/// <summary>What Ctrl-C does, once and twice, at any time of a run against a grid on loopback.</summary>
public sealed class BotInterruptionTests : IDisposable
{
    private readonly TemporaryDirectory _directory = new();
    private readonly HttpGrid _grid = new();
    private readonly CancellationTokenSource _interruption = new(), _again = new();
    private readonly StringWriter _errors = new();

    private string Json => Path.Combine(_directory.Path, "bots.json");

    private BotRequest Options => new()
    {
        LoginUri = _grid.LoginUri.AbsoluteUri,
        Accounts = new AccountOptions { FirstName = "Test", LastName = "Bot", Password = HttpGrid.Password, Count = 2 },
        Length = Duration.FromSeconds(600),
        LoginTimeout = Duration.FromSeconds(10),
    };

    public void Dispose()
    {
        _grid.Dispose();
        _directory.Dispose();
        _interruption.Dispose();
        _again.Dispose();
        _errors.Dispose();
    }

    [Test]
    public void The_bots_of_an_interrupted_run_log_out_and_its_measurements_are_written()
    {
        BotRunResult result = Run(Options, "2 of 2 bots in a region", _interruption.Cancel);
        Assert.That(_errors.ToString(), Is.Empty);
        Assert.That((result.Interrupted, result.LengthS < 600), Is.EqualTo((true, true)));
        Assert.That(result.Bots.Select(bot => (bot.State, bot.Seconds!.Second.Length > 0)), Is.All.EqualTo((BotState.Left, true)));
    }

    [Test]
    public void A_second_interruption_ends_visits_that_the_region_does_not_let_end_and_the_measurements_are_written()
    {
        BotRunResult result = Run(Options, "2 of 2 bots in a region", () =>
        {
            _grid.CloseRegion();
            _interruption.Cancel();
            _again.Cancel();
        });
        Assert.That(result.Interrupted, Is.True);
        Assert.That(result.Bots.Select(bot => (bot.Failure, bot.Message)),
            Is.All.EqualTo((BotFailure.EngineFailed, "interrupted a second time before the bot had logged out")));
        Assert.That(result.Bots.Select(bot => bot.BytesReceived), Is.All.Positive);
    }

    [Test]
    public void No_bot_logs_in_if_the_run_is_interrupted_before_its_start_time()
    {
        BotRunResult result = Run(Options with { StartAt = DateTimeOffset.UtcNow.AddHours(1) }, "starts at", _interruption.Cancel);
        Assert.That((result.Interrupted, result.Summary.Arrived, result.Summary.Failed, _grid.Logins), Is.EqualTo((true, 0, 0, 0)));
    }

    /// <summary>The result of a run in which something happens when a text has been written.</summary>
    private BotRunResult Run(BotRequest request, string cue, Action what)
    {
        BotCommandLine settings = new() { Request = request, Json = Json };
        using CueWriter output = new(cue, what);
        int code = new BotSessionRunner(settings, output, _errors).Run(_interruption.Token, _again.Token);
        Assert.That(code, Is.EqualTo(ExitCode.Interrupted), output + _errors.ToString());
        return BotJson.Parse(File.ReadAllText(Json));
    }
}
