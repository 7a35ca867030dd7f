using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Client.Requests;

/// <content>What a run makes of its options.</content>
internal sealed partial record BotRequest
{
    /// <summary>
    /// Maximum of a process' seconds times its bots: a thousand bots for an hour. Each bot-second takes 1.5 kB of memory until the results
    /// are written (docs/bots/bots.md). All of them must fit into the one string of the result: a billion characters, up to 200 for each
    /// bot-second.
    /// </summary>
    public const int MaxBotSecondsOfProcess = 3_600_000;

    private readonly Duration? _arrivalTimeout;

    public Uri Service => new(LoginUri);

    /// <summary>The number of bots in this process.</summary>
    public int OwnCount => Shard.SizeOf(Accounts.Count);

    /// <summary>The region to teleport to and back from; null: teleports stay within the region.</summary>
    public Destination? Elsewhere => TeleportTo is { } place && Destination.TryParse(place, out Destination region) ? region : null;

    /// <summary>
    /// The maximum time to wait for the last bot, from the start of its login. Each login attempt, two capabilities and the region's
    /// circuit may each take their full timeout.
    /// </summary>
    public Duration ArrivalTimeout
    {
        get => _arrivalTimeout ?? LoginTimeout * (LoginRetries + 3) + Silence + Sessions.LoginRetries.TotalDelay(LoginRetries);
        init => _arrivalTimeout = value;
    }

    /// <summary>The time from the first login to the last one of all shards, if the grid answers immediately.</summary>
    public Duration RampLength => LoginDelay * (Accounts.Count - 1);

    /// <summary>The time from the first login until all bots leave, if the grid answers immediately.</summary>
    public Duration PlannedLength => RampLength + Length;

    /// <summary>
    /// All bots leave before their seconds since login add up to more than this: slow logins make a run longer than planned.
    /// </summary>
    public int MaxBotSeconds { get; init; } = MaxBotSecondsOfProcess;

    /// <summary>The seed of the activity of this process' <paramref name="index"/>-th bot, counted from 0.</summary>
    public int SeedOf(int index) => Seed + Accounts.From + Shard.NumberOf(index);

    /// <summary>The plan of this process' <paramref name="index"/>-th bot, counted from 0.</summary>
    public SessionPlan PlanOf(int index)
    {
        BotAccount account = Accounts.ToAccounts()[Shard.NumberOf(index)];
        return new SessionPlan(new LoginRequest(Service, account.First, account.Last, account.Password) { Start = StartOf(Start) })
        {
            Textures = Textures,
            FetchesByHttp = Http,
            LoginRetries = LoginRetries,
            Controller = new ControllerChoice(Controller, RateControl),
        };
    }

    /// <summary>A place in the login service's format: uri:Region&amp;x&amp;y&amp;z.</summary>
    private static string StartOf(string start) =>
        start is "last" or "home" || start.StartsWith("uri:", StringComparison.Ordinal) ? start : "uri:" + start.Replace('/', '&');
}
