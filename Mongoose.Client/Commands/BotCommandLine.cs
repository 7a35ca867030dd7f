using System.CommandLine;
using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.RateControl;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;

namespace Mongoose.Client.Commands;

/// <summary>The options of mongoose-bot, named as in pCampBot where it has the same option, and the equivalent keys of [MongooseClient].</summary>
internal sealed partial record BotCommandLine : ISettingRules
{
    public const string Section = "MongooseClient";

    [Setting("LoginUri", Option = "--loginuri -loginuri -l", HelpName = "uri", IsRequired = true, Pattern = "^https?://.", Range = "addresses that begin with http:// or https://",
        Text = "the grid's login URI, such as http://127.0.0.1:9000/")]
    public string LoginUri { get; init; } = "";

    [Inlined]
    public AccountOptions Accounts { get; init; } = new();

    [Setting("Shard", Ini = "", Option = "--shard", HelpName = "i/n", Default = "0/1",
        Text = "the part of the run that this process is, such as 0/4 on the first of four machines; it has every n-th bot from bot i on")]
    public string? ShardText { get; init; }

    [Setting("StartAt", Ini = "", Option = "--start-at", HelpName = "time", Default = "immediately", Text = "when to begin, in UTC, such as 2026-11-26T14:00:00Z")]
    public string? StartAtText { get; init; }

    [Setting("Start", Option = "--start -start -s", HelpName = "place", Text = "where to arrive: last, home or Region/x/y/z")]
    public string Start { get; init; } = "last";

    [Setting("Engine", Option = "--engine", NamesIn = typeof(BotCommandLine), NamesMember = nameof(Engines), Text = "the viewer implementation")]
    public string Engine { get; init; } = BuiltinEngine.EngineName;

    [Setting("LibreMetaverseDir", Option = "--libremetaverse", HelpName = "dir", Text = $"the folder of LibreMetaverse, if not ${LibreMetaverseFolder.Variable} or ~/libremetaverse")]
    public string LibreMetaverse { get; init; } = LibreMetaverseFolder.DefaultDirectory;

    [Setting("Enabled", Ini = "Enabled", Text = "whether `Controller` decides the requested rate; if false, bots request rates as stock viewers do")]
    public bool Enabled { get; init; } = true;

    [Setting("Controller", Option = "--controller", NamesIn = typeof(BotCommandLine), NamesMember = nameof(Controllers), Text = "the rate controller, which decides the requested rate")]
    public string Controller { get; init; } = WindowTrackingController.ControllerName;

    [Inlined]
    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    [Setting("Activity", Option = "--activity", NamesIn = typeof(ActivityNames), NamesMember = nameof(ActivityNames.All), Text = "what the bots do")]
    public string Activity { get; init; } = ActivityNames.Walk;

    [Setting("Behaviours", Ini = "", Option = "--behaviours -behaviours -b", HelpName = "letters", Text = "letters of pCampBot in place of --activity, separated by commas: p (walk), n (stand), t (teleport)")]
    public string? BehaviourLetters { get; init; }

    [Setting("Connect", Ini = "", Option = "--connect -connect -c", Text = "accepted for compatibility with pCampBot; bots always connect at the start")]
    public bool Connects { get; init; }

    [Setting("Wear", Ini = "", Option = "--wear -wear", HelpName = "dir", Text = "accepted for compatibility with pCampBot and ignored; bots have no appearance")]
    public string? Wear { get; init; }

    [Setting("TextureFile", Option = "--textures", HelpName = "file", Default = "the scene's textures", Text = "a file of texture ids to download, one per line")]
    public string? TextureFile { get; init; }

    [Setting("Http", Option = "--http", Text = "fetch the scene's textures and meshes by HTTP too, as viewers do, each once per bot")]
    public bool Http { get; init; }

    [Setting("TeleportTo", Option = "--teleport-to", HelpName = "x,y", Default = "within the region",
        Text = "the region to teleport to and back from, by its map coordinates, such as 1001,1000")]
    public string? TeleportTo { get; init; }

    [Setting("LengthSeconds", Option = "--seconds", Min = 1, Max = 604_800, Unit = "s", Text = "how long to stay after the last bot has arrived")]
    public Duration Length { get; init; } = Duration.FromSeconds(60);

    [Setting("LoginDelayMs", Option = "--login-delay", Min = 0, Max = 60_000, Unit = "ms", Text = "time from one login to the next, over all shards; no bot logs in before the grid has answered the previous one")]
    public Duration LoginDelay { get; init; } = Duration.FromMilliseconds(200);

    [Setting("LoginRetries", Option = "--login-retries", Min = 0, Max = 5, Text = "how many times to retry a failed login")]
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    [Setting("LoginTimeoutSeconds", Option = "--login-timeout", Min = 0.1, Max = 600, Unit = "s", Text = "how long to wait for each answer from the grid")]
    public Duration LoginTimeout { get; init; } = Duration.FromSeconds(30);

    [Setting("SilenceSeconds", Option = "--silence", Min = 1, Max = 600, Unit = "s", Text = "a region counts as silent if no packet arrives for this long")]
    public Duration Silence { get; init; } = Duration.FromSeconds(15);

    [Setting("VoicePort", Option = "--voice-port", HelpName = "port", Min = 1, Max = 65_535, OrZero = true,
        Text = "the control port of a mongoose-mixer on this host, to which the avatars' positions are sent, with their names as ids; 0 for none")]
    public int VoicePort { get; init; }

    [Setting("Seed", Option = "--seed", Min = 0, Max = 1_000_000_000, Text = "seed of the bots' activities")]
    public int Seed { get; init; } = 1;

    [Setting("JsonFile", Option = "--json", HelpName = "file", Text = "write the results as JSON; - means standard output")]
    public string? Json { get; init; }

    [Setting("CsvDirectory", Option = "--csv", HelpName = "dir", Text = "write the results as bots.csv and seconds.csv into a directory")]
    public string? CsvDirectory { get; init; }

    [Setting("FailIf", Option = "--fail-if", HelpName = "condition",
        Text = "exit with code 99 if the condition holds, such as \"p95_rtt_ms>300\"; repeat the option for several conditions, or separate them by commas in the INI file")]
    public IReadOnlyList<string> FailIf { get; init; } = [];

    [Setting("Quiet", Ini = "", Option = "--quiet", Text = "print only failures")]
    public bool IsQuiet { get; init; }

    [Setting("DryRun", Ini = "", Option = "--dry-run", Text = "check all options, print the plan, and exit")]
    public bool IsDryRun { get; init; }

    /// <summary>The parsed <see cref="FailIf"/>.</summary>
    private IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>The ids in <see cref="TextureFile"/>.</summary>
    private IReadOnlyList<Guid> Textures { get; init; } = [];

    /// <summary>The parsed <see cref="ShardText"/>.</summary>
    private Shard Shard { get; init; } = Shard.Whole;

    /// <summary>The parsed <see cref="StartAtText"/>.</summary>
    private DateTimeOffset? StartAt { get; init; }

    private static IReadOnlyList<string> Engines => [BuiltinEngine.EngineName, LibreMetaverseEngine.EngineName];

    private static IReadOnlyList<string> Controllers => [.. RateControllers.Names, ControllerChoice.Auto];

    /// <summary>Reads all settings and collects all problems, one line each for the user. If there are any, the bots must not be run.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="options">The options of this record.</param>
    /// <param name="ini">An INI file, if there is one.</param>
    /// <exception cref="FormatException">The file cannot be read; the message is for the user.</exception>
    public static (BotCommandLine Read, IReadOnlyList<string> Problems) Read(ParseResult parsed, SettingOptions options, string? ini)
    {
        CommandLineSource source = Source(parsed, options, ini, []);
        return (source.Read(new BotCommandLine()), source.Problems);
    }

    /// <summary>A command line and an INI file, if there is one.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="options">Its options.</param>
    /// <param name="ini">The file.</param>
    /// <param name="ignored">Settings whose keys the file may have although the command does not use them.</param>
    /// <exception cref="FormatException">The file cannot be read; the message is for the user.</exception>
    internal static CommandLineSource Source(ParseResult parsed, SettingOptions options, string? ini, IEnumerable<Setting> ignored) =>
        new(parsed, options, $"{ini}: [{Section}]", ini is null ? [] : EntriesOf(ini)) { Ignored = ignored };

    /// <summary>Converts the settings; call it only if there are no problems.</summary>
    public BotSettings ToSettings() => new(
        new BotRunOptions
        {
            LoginUri = new Uri(LoginUri),
            FirstName = Accounts.FirstName,
            LastName = Accounts.LastName,
            Password = Accounts.Password,
            Count = Accounts.Count,
            Shard = Shard,
            StartAt = StartAt,
            From = Accounts.From,
            Start = Start,
            Length = Length,
            LoginDelay = LoginDelay,
            LoginRetries = LoginRetries,
            ArrivalTimeout = ArrivalTimeout,
            Seed = Seed,
            VoicePort = VoicePort,
            Textures = Textures,
            FetchesByHttp = Http,
            Bot = new BotOptions
            {
                Controller = Controller,
                Activity = Activity,
                TeleportTo = TeleportTo is { } place && Destination.TryParse(place, out Destination destination) ? destination : null,
                SilenceTimeout = Silence,
                RateControl = RateControl,
            },
        },
        Engine, LibreMetaverse, TimeSpan.FromSeconds(LoginTimeout.Seconds), Thresholds, Json, CsvDirectory, IsQuiet, IsDryRun);

    /// <summary>What the user should know before the run, one line each.</summary>
    public IEnumerable<string> Notes
    {
        get
        {
            if (Wear is { } wear && wear != "no")
                yield return $"-wear {wear} is ignored: bots have no appearance";
            BotAccounts accounts = Accounts.ToAccounts();
            if (!IsQuiet && !accounts.IsMarked)
                yield return $"accounts as with pCampBot: {accounts.FirstName} {accounts.LastNames}; "
                    + $"for {accounts.LastName}_{accounts.From} instead, write -lastname \"{accounts.LastName}_{BotAccounts.NumberMark}\"";
        }
    }

    /// <summary>Each login attempt, two capabilities and the region's circuit may each take their full timeout.</summary>
    private Duration ArrivalTimeout => LoginTimeout * (LoginRetries + 3) + Silence + Sessions.LoginRetries.TotalDelay(LoginRetries);

    private static IReadOnlyList<(string Key, string Value)> EntriesOf(string ini)
    {
        try
        {
            return IniFile.ReadSection(ini, Section);
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            throw new FormatException($"--ini {ini}: {exception.Message}", exception);
        }
    }
}
