using System.Globalization;
using Mongoose.Client.Activities;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A run of bots.</summary>
internal sealed record BotRunOptions
{
    /// <summary>Stands for a bot's number in names and passwords.</summary>
    public const string NumberMark = "{n}";

    /// <summary>
    /// Seconds of a run, times its bots: a thousand bots for an hour. Each is kept until the results are written, which takes 1.5 kB (docs/BOTS.md), and all
    /// must fit into the one string that a result is: a billion characters, up to 200 of them for each.
    /// </summary>
    public const int LargestBotSeconds = 3_600_000;

    /// <summary>The command that asked for the run, without the password; empty if none did.</summary>
    public string Command { get; init; } = "";

    public required Uri LoginUri { get; init; }

    public required string FirstName { get; init; }

    /// <summary>A bot's number follows after an underscore, as pCampBot has it, or takes the place of <see cref="NumberMark"/>.</summary>
    public required string LastName { get; init; }

    /// <summary>A bot's number takes the place of <see cref="NumberMark"/>.</summary>
    public required string Password { get; init; }

    /// <summary>Bots.</summary>
    public int Count { get; init; } = 1;

    /// <summary>The first bot's number.</summary>
    public int From { get; init; }

    /// <summary>"last", "home" or "Region/x/y/z".</summary>
    public string Start { get; init; } = "last";

    /// <summary>How long they stay, from when the last has arrived or failed.</summary>
    public Duration Length { get; init; } = Duration.FromSeconds(60);

    /// <summary>From the login service's answer to one bot until the next bot logs in.</summary>
    public Duration LoginDelay { get; init; } = Duration.FromMilliseconds(200);

    /// <summary>How often a bot tries a failed login again.</summary>
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    /// <summary>How long to wait for the last bot at most, from when it has begun to log in.</summary>
    public Duration ArrivalTimeout { get; init; } = Duration.FromSeconds(180);

    /// <summary>From the first login until all leave, if the grid answers at once.</summary>
    public Duration PlannedLength => LoginDelay * (Count - 1) + Length;

    /// <summary>All leave before the seconds of the bots that have begun to log in are more than this: slow logins make a run longer than it was planned.</summary>
    public int MaxBotSeconds { get; init; } = LargestBotSeconds;

    /// <summary>Of activities; each bot adds its number.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>Textures to download; none: those that the scene is made of.</summary>
    public IReadOnlyList<Guid> Textures { get; init; } = [];

    public BotOptions Bot { get; init; } = new();

    /// <summary>Of the <paramref name="index"/>-th bot, from 0.</summary>
    public SessionPlan PlanOf(int index)
    {
        string number = (From + index).ToString(CultureInfo.InvariantCulture);
        string last = LastName.Contains(NumberMark, StringComparison.Ordinal) ? LastName.Replace(NumberMark, number) : $"{LastName}_{number}";
        string password = Password.Replace(NumberMark, number);
        return new SessionPlan(new LoginRequest(LoginUri, FirstName, last, password) { Start = StartOf(Start) })
        {
            Textures = Textures,
            LoginRetries = LoginRetries,
            Controller = new ControllerChoice(Bot.Controller, Bot.RateControl),
        };
    }

    /// <summary>A place as the login service wants it: uri:Region&amp;x&amp;y&amp;z.</summary>
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

    /// <summary>The region that teleports go to and come back from; null: within the region.</summary>
    public Destination? TeleportTo { get; init; }

    /// <summary>After how long without a datagram a region counts as silent.</summary>
    public Duration SilenceTimeout { get; init; } = Duration.FromSeconds(15);
}
