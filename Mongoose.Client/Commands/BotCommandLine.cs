using System.CommandLine;
using System.Globalization;
using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.RateControl;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Runtime.Settings;

namespace Mongoose.Client.Commands;

/// <summary>The options of mongoose-bot, in pCampBot's words where it has one, and the keys of [MongooseClient] that say the same.</summary>
internal sealed record BotCommandLine : ISettingRules
{
    public const string Section = "MongooseClient";

    public const int MaxBots = 1000;

    [Setting("LoginUri", Option = "--loginuri -loginuri -l", HelpName = "uri", IsRequired = true, Pattern = "^https?://.", Range = "addresses that begin with http:// or https://",
        Text = "the grid's login URI, such as http://127.0.0.1:9000/")]
    public string LoginUri { get; init; } = "";

    [Setting("FirstName", Option = "--firstname -firstname", IsRequired = true, Text = "first name of all bots")]
    public string FirstName { get; init; } = "";

    [Setting("LastName", Option = "--lastname -lastname", IsRequired = true,
        Text = $"last name; a bot's number follows as _n, or takes the place of {BotRunOptions.NumberMark}")]
    public string LastName { get; init; } = "";

    [Setting("Password", Option = "--password -password", HelpName = "text", IsRequired = true, Text = $"password; a bot's number takes the place of {BotRunOptions.NumberMark}")]
    public string Password { get; init; } = "";

    [Setting("BotCount", Option = "--botcount -botcount -n", Min = 1, Max = MaxBots, Text = "bots")]
    public int Count { get; init; } = 1;

    [Setting("From", Option = "--from -from -f", Min = 0, Max = 1_000_000, Text = "number of the first bot")]
    public int From { get; init; }

    [Setting("Start", Option = "--start -start -s", HelpName = "place", Text = "where to arrive: last, home or Region/x/y/z")]
    public string Start { get; init; } = "last";

    [Setting("Engine", Option = "--engine", NamesIn = typeof(BotCommandLine), NamesMember = nameof(Engines), Text = "what carries the sessions")]
    public string Engine { get; init; } = BuiltinEngine.EngineName;

    [Setting("LibreMetaverseDir", Option = "--libremetaverse", HelpName = "dir", Text = $"where that library is, if not in ${LibreMetaverseFolder.Variable} or ~/libremetaverse")]
    public string LibreMetaverse { get; init; } = LibreMetaverseFolder.DefaultDirectory;

    [Setting("Enabled", Ini = "Enabled", Text = "whether the rate is decided by Mongoose's controllers; false: as stock viewers do, whatever `Controller` says")]
    public bool Enabled { get; init; } = true;

    [Setting("Controller", Option = "--controller", NamesIn = typeof(BotCommandLine), NamesMember = nameof(Controllers), Text = "how the requested rate is decided")]
    public string Controller { get; init; } = WindowTrackingController.ControllerName;

    [Inlined]
    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    [Setting("Activity", Option = "--activity", NamesIn = typeof(ActivityNames), NamesMember = nameof(ActivityNames.All), Text = "what the bots do")]
    public string Activity { get; init; } = ActivityNames.Walk;

    [Setting("Behaviours", Ini = "", Option = "--behaviours -behaviours -b", HelpName = "letters", Text = "as in pCampBot, for --activity: p (walk), n (stand), t (teleport)")]
    public string? BehaviourLetters { get; init; }

    [Setting("Connect", Ini = "", Option = "--connect -connect -c", Text = "as in pCampBot; bots always connect at the start")]
    public bool Connects { get; init; }

    [Setting("Wear", Ini = "", Option = "--wear -wear", HelpName = "dir", Text = "as in pCampBot; not followed, for bots have no appearance")]
    public string? Wear { get; init; }

    [Setting("TextureFile", Option = "--textures", HelpName = "file", Default = "those that the scene is made of", Text = "a file of texture ids, one a line, to download")]
    public string? TextureFile { get; init; }

    [Setting("TeleportTo", Option = "--teleport-to", HelpName = "x,y", Default = "within the region",
        Text = "the region that teleports go to and come back from, by its place on the map, such as 1001,1000")]
    public string? TeleportTo { get; init; }

    [Setting("LengthSeconds", Option = "--seconds", Min = 1, Max = 604_800, Unit = "s", Text = "how long to stay, from when the last bot has arrived")]
    public Duration Length { get; init; } = Duration.FromSeconds(60);

    [Setting("LoginDelayMs", Option = "--login-delay", Min = 0, Max = 60_000, Unit = "ms", Text = "from the answer to one login until the next")]
    public Duration LoginDelay { get; init; } = Duration.FromMilliseconds(200);

    [Setting("LoginRetries", Option = "--login-retries", Min = 0, Max = 5, Text = "how often to try a failed login again")]
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    [Setting("LoginTimeoutSeconds", Option = "--login-timeout", Min = 0.1, Max = 600, Unit = "s", Text = "how long to wait for each answer of the grid")]
    public Duration LoginTimeout { get; init; } = Duration.FromSeconds(30);

    [Setting("SilenceSeconds", Option = "--silence", Min = 1, Max = 600, Unit = "s", Text = "after how long without a packet a region counts as silent")]
    public Duration Silence { get; init; } = Duration.FromSeconds(15);

    [Setting("Seed", Option = "--seed", Min = 0, Max = 1_000_000_000, Text = "of what the bots do")]
    public int Seed { get; init; } = 1;

    [Setting("JsonFile", Option = "--json", HelpName = "file", Text = "write the results as JSON; - is standard output")]
    public string? Json { get; init; }

    [Setting("CsvDirectory", Option = "--csv", HelpName = "dir", Text = "write the results as bots.csv and seconds.csv into a directory")]
    public string? CsvDirectory { get; init; }

    [Setting("FailIf", Option = "--fail-if", HelpName = "condition",
        Text = "exit with 99 if it is so, such as \"p95_rtt_ms>300\"; may be repeated, in a file separated by commas")]
    public IReadOnlyList<string> FailIf { get; init; } = [];

    [Setting("Quiet", Ini = "", Option = "--quiet", Text = "say nothing but what goes wrong")]
    public bool IsQuiet { get; init; }

    [Setting("DryRun", Ini = "", Option = "--dry-run", Text = "check everything, say what would be done, and do nothing")]
    public bool IsDryRun { get; init; }

    /// <summary>Of <see cref="FailIf"/>.</summary>
    private IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Of <see cref="TextureFile"/>.</summary>
    private IReadOnlyList<Guid> Textures { get; init; } = [];

    private static IReadOnlyList<string> Engines => [BuiltinEngine.EngineName, LibreMetaverseEngine.EngineName];

    private static IReadOnlyList<string> Controllers => [.. RateControllers.Names, ControllerChoice.Auto];

    /// <summary>What was chosen, and all that is wrong with it, each a line for the user: then nothing is run.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="options">Of this record.</param>
    /// <param name="ini">An INI file, if there is one.</param>
    /// <exception cref="FormatException">The file cannot be read; the message is for the user.</exception>
    public static (BotCommandLine Read, IReadOnlyList<string> Problems) Read(ParseResult parsed, SettingOptions options, string? ini)
    {
        CommandLineSource source = new(parsed, options, $"{ini}: [{Section}]", ini is null ? [] : EntriesOf(ini));
        return (source.Read(new BotCommandLine()), source.Problems);
    }

    /// <summary>A viewer without Mongoose is a stock viewer, whatever else a file says.</summary>
    object ISettingRules.Finish(ISettingReport report)
    {
        if (RateControl.IsReversed)
            report.Problem(report.Has("MinRateKbps") ? "MinRateKbps" : "MaxRateKbps", "the largest rate, MaxRateKbps or --max-rate, must not be below the least");
        if (LoginUri.Length > 0 && !Uri.TryCreate(LoginUri, UriKind.Absolute, out _))
            report.Problem("LoginUri", "allowed are addresses such as http://127.0.0.1:9000/");
        if (TeleportTo is { } place && !Destination.TryParse(place, out _))
            report.Problem("TeleportTo", "allowed are two whole numbers as the map counts regions, such as 1001,1000");
        double seconds = (LoginDelay * (Count - 1) + Length).Seconds;
        if (seconds * Count > BotRunOptions.LargestBotSeconds)
        {
            report.Problem(null, string.Create(CultureInfo.InvariantCulture, $"--botcount {Count} --seconds {Length.Seconds:0.###}: {seconds:0.###} s with the logins; "
                + $"allowed are {(double)BotRunOptions.LargestBotSeconds / Count:0.#} s for so many bots, {BotRunOptions.LargestBotSeconds} s of all together"));
        }
        return WithTexts(report).WithController(report);
    }

    private BotCommandLine WithController(ISettingReport report) =>
        Enabled || report.Has("--controller") ? this : this with { Controller = ViewerController.ControllerName };

    /// <summary>With what --behaviours, --fail-if and --textures mean.</summary>
    private BotCommandLine WithTexts(ISettingReport report)
    {
        if (BehaviourLetters is not null && report.Has("--activity"))
            report.Problem(null, "--behaviours and --activity say the same: allowed is one of them");
        return this with
        {
            Activity = BehaviourLetters is { } letters ? Try(() => Behaviours.Activity(letters), Activity) : Activity,
            Thresholds = FailIf.Select(text => Try<Threshold?>(() => ThresholdOf(text), null)).OfType<Threshold>().ToArray(),
            Textures = TextureFile is { } file ? Try(() => Commands.TextureFile.Read(file), []) : [],
        };

        T Try<T>(Func<T> read, T otherwise)
        {
            try
            {
                return read();
            }
            catch (FormatException exception)
            {
                report.Problem(null, exception.Message);
                return otherwise;
            }
        }
    }

    /// <summary>What that means; call it if there are no problems.</summary>
    public BotSettings ToSettings() => new(
        new BotRunOptions
        {
            LoginUri = new Uri(LoginUri),
            FirstName = FirstName,
            LastName = LastName,
            Password = Password,
            Count = Count,
            From = From,
            Start = Start,
            Length = Length,
            LoginDelay = LoginDelay,
            LoginRetries = LoginRetries,
            ArrivalTimeout = ArrivalTimeout,
            Seed = Seed,
            Textures = Textures,
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

    /// <summary>What was chosen and means nothing here, a line each.</summary>
    public IEnumerable<string> Notes => Wear is { } wear && wear != "no" ? [$"-wear {wear} is not followed: bots have no appearance"] : [];

    /// <summary>Each login may take its time, and so may two capabilities and the region's circuit.</summary>
    private Duration ArrivalTimeout => LoginTimeout * (LoginRetries + 3) + Silence + Sessions.LoginRetries.TotalDelay(LoginRetries);

    private static Threshold ThresholdOf(string text)
    {
        try
        {
            return Threshold.Parse(text);
        }
        catch (FormatException exception)
        {
            throw new FormatException($"--fail-if {exception.Message}", exception);
        }
    }

    private static IReadOnlyList<(string Key, string Value)> EntriesOf(string ini)
    {
        try
        {
            return IniFile.ReadSection(ini, Section);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new FormatException($"--ini {ini}: {exception.Message}", exception);
        }
    }
}
