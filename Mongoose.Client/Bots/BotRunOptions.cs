using Mongoose.Client.Activities;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Bots;

/// <summary>A run of bots.</summary>
internal sealed record BotRunOptions
{
    /// <summary>
    /// Maximum of a run's seconds times its bots: a thousand bots for an hour. Each bot-second is kept until the results are written, which takes 1.5 kB
    /// (docs/bots/bots.md). All of them must fit into the one string of the result: a billion characters, up to 200 for each bot-second.
    /// </summary>
    public const int LargestBotSeconds = 3_600_000;

    /// <summary>The command that started the run, without the password; empty if there was none.</summary>
    public string Command { get; init; } = "";

    public required Uri LoginUri { get; init; }

    public required string FirstName { get; init; }

    /// <summary>See <see cref="BotAccounts"/>.</summary>
    public required string LastName { get; init; }

    /// <inheritdoc cref="LastName"/>
    public required string Password { get; init; }

    /// <summary>The number of bots in all shards.</summary>
    public int Count { get; init; } = 1;

    /// <summary>Which of the bots this process runs.</summary>
    public Shard Shard { get; init; } = Shard.Whole;

    /// <summary>The number of bots in this process.</summary>
    public int OwnCount => Shard.SizeOf(Count);

    /// <summary>When all shards begin; null: immediately.</summary>
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>The first bot's number.</summary>
    public int From { get; init; }

    /// <summary>"last", "home" or "Region/x/y/z".</summary>
    public string Start { get; init; } = "last";

    /// <summary>How long the bots stay after the last bot has arrived or failed.</summary>
    public Duration Length { get; init; } = Duration.FromSeconds(60);

    /// <summary>The time from one bot's login to the next one's, if the login service has answered by then.</summary>
    public Duration LoginDelay { get; init; } = Duration.FromMilliseconds(200);

    /// <summary>How many times a bot retries a failed login.</summary>
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    /// <summary>The maximum time to wait for the last bot, from the start of its login.</summary>
    public Duration ArrivalTimeout { get; init; } = Duration.FromSeconds(180);

    /// <summary>The time from the first login to the last one of all shards, if the grid answers immediately.</summary>
    public Duration RampLength => LoginDelay * (Count - 1);

    /// <summary>The time from the first login until all bots leave, if the grid answers immediately.</summary>
    public Duration PlannedLength => RampLength + Length;

    /// <summary>All bots leave before their seconds since login add up to more than this: slow logins make a run longer than planned.</summary>
    public int MaxBotSeconds { get; init; } = LargestBotSeconds;

    /// <summary>The seed of activities; each bot adds its account's number.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>Textures to download; if empty, the textures of the scene.</summary>
    public IReadOnlyList<Guid> Textures { get; init; } = [];

    /// <summary>Whether the bots fetch the textures and meshes of their scene by HTTP.</summary>
    public bool FetchesByHttp { get; init; }

    /// <summary>The port on 127.0.0.1 at which a mongoose-mixer takes positions; 0: none are sent.</summary>
    public int VoicePort { get; init; }

    public BotOptions Bot { get; init; } = new();

    /// <summary>The number of the account of this process' <paramref name="index"/>-th bot, counted from 0.</summary>
    public int AccountOf(int index) => From + Shard.NumberOf(index);

    /// <summary>The accounts of all shards.</summary>
    public BotAccounts Accounts => new(FirstName, LastName, Password, From, Count);

    /// <summary>The plan of this process' <paramref name="index"/>-th bot, counted from 0.</summary>
    public SessionPlan PlanOf(int index)
    {
        BotAccount account = Accounts[Shard.NumberOf(index)];
        return new SessionPlan(new LoginRequest(LoginUri, account.First, account.Last, account.Password) { Start = StartOf(Start) })
        {
            Textures = Textures,
            FetchesByHttp = FetchesByHttp,
            LoginRetries = LoginRetries,
            Controller = new ControllerChoice(Bot.Controller, Bot.RateControl),
        };
    }

    /// <summary>A place in the login service's format: uri:Region&amp;x&amp;y&amp;z.</summary>
    private static string StartOf(string start) =>
        start is "last" or "home" || start.StartsWith("uri:", StringComparison.Ordinal) ? start : "uri:" + start.Replace('/', '&');
}

/// <summary>What every bot of a run has in common.</summary>
internal sealed record BotOptions
{
    /// <summary>One of <see cref="RateControllers.Names"/>, or <see cref="ControllerChoice.Auto"/>.</summary>
    public string Controller { get; init; } = WindowTrackingController.ControllerName;

    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    /// <summary>One of <see cref="ActivityNames.All"/>.</summary>
    public string Activity { get; init; } = ActivityNames.Walk;

    /// <summary>The region to teleport to and back from; null: teleports stay within the region.</summary>
    public Destination? TeleportTo { get; init; }

    /// <summary>A region counts as silent if no datagram arrives for this long.</summary>
    public Duration SilenceTimeout { get; init; } = Duration.FromSeconds(15);
}
