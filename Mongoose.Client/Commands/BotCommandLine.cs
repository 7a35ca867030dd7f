using System.CommandLine;
using System.Globalization;
using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Commands;

/// <summary>The options of mongoose-bot, in pCampBot's words where it has one, and the INI keys that say the same.</summary>
internal sealed class BotCommandLine
{
    public const int MaxBots = 1000;

    /// <summary>
    /// Seconds of a run, times its bots: a thousand bots for an hour. Each is kept until the results are written, which takes 1.5 kB (docs/BOTS.md), and all
    /// must fit into the one string that a result is: a billion characters, up to 200 of them for each.
    /// </summary>
    public const double MaxBotSeconds = 3_600_000;

    private const double LeastRateKbps = 10, MostRateKbps = 100_000;

    private readonly Option<Uri?> _loginUri = new("--loginuri", "-loginuri", "-l")
    {
        Description = "The grid's login URI, such as http://127.0.0.1:9000/",
        HelpName = "uri",
        CustomParser = result =>
        {
            if (Uri.TryCreate(result.Tokens[^1].Value, UriKind.Absolute, out Uri? uri) && uri.Scheme is "http" or "https")
                return uri;
            result.AddError($"--loginuri {result.Tokens[^1].Value}: allowed are addresses that begin with http:// or https://");
            return null;
        },
    };

    private readonly Option<string?> _first = Text("--firstname", "name", "First name of all bots", "-firstname");

    private readonly Option<string?> _last = Text("--lastname", "name",
        $"Last name; a bot's number follows as _n, or takes the place of {BotRunOptions.NumberMark}", "-lastname");

    private readonly Option<string?> _password = Text("--password", "text", $"Password; a bot's number takes the place of {BotRunOptions.NumberMark}", "-password");
    private readonly Option<int> _count = Alias(RangedOption.Whole("--botcount", "Bots", 1, 1, MaxBots), "-botcount", "-n");
    private readonly Option<int> _from = Alias(RangedOption.Whole("--from", "Number of the first bot", 0, 0, 1_000_000), "-from", "-f");
    private readonly Option<string?> _start = Text("--start", "place", "Where to arrive: last, home or Region/x/y/z [default: last]", "-start", "-s");

    private readonly Option<string> _engine = ChoiceOption.Create("--engine", "What carries the sessions", BuiltinEngine.EngineName,
        [BuiltinEngine.EngineName, LibreMetaverseEngine.EngineName]);

    private readonly Option<string> _libreMetaverse = new("--libremetaverse")
    {
        Description = $"Where that library is, if not in ${LibreMetaverseFolder.Variable} or ~/libremetaverse",
        HelpName = "dir",
        DefaultValueFactory = _ => LibreMetaverseFolder.DefaultDirectory,
    };

    private readonly Option<string> _controller = ChoiceOption.Create("--controller", "How the requested rate is decided",
        WindowTrackingController.ControllerName, RateControllers.Names.Append(ControllerChoice.Auto));

    private readonly Option<double> _minRate = RangedOption.Number("--min-rate", "The least rate to ask for", "kbit/s",
        RateControlOptions.Default.MinRate.KilobitsPerSecond, LeastRateKbps, MostRateKbps);

    private readonly Option<double> _maxRate = RangedOption.Number("--max-rate", "The largest rate to ask for", "kbit/s",
        ControllerChoice.DefaultLimits.MaxRate.KilobitsPerSecond, LeastRateKbps, MostRateKbps);

    private readonly Option<double> _rate = RangedOption.Number("--rate",
        "What a user would set: the rate of fixed, the setting of viewer, the start of autoBandwidth; 0: the controller's own default", "kbit/s",
        0, 0, MostRateKbps);

    private readonly Option<int> _segment = RangedOption.Whole("--fair-segment",
        "windowTracking is fair to a TCP with segments of so many bytes; 0: of the stream's own packet size", 0, 0, RateControlOptions.MaxSegmentBytes);

    private readonly Option<string> _activity = ChoiceOption.Create("--activity", "What the bots do", ActivityNames.Walk, ActivityNames.All);

    private readonly Option<string?> _behaviours = Text("--behaviours", "letters", "pCampBot's word for --activity: p (walk), n (stand), t (teleport)", "-behaviours", "-b");
    private readonly Option<bool> _connect = new("--connect", "-connect", "-c") { Description = "pCampBot's word; bots always connect at the start" };
    private readonly Option<string?> _wear = Text("--wear", "dir", "pCampBot's word; not followed, for bots have no appearance", "-wear");

    private readonly Option<string?> _textures = Text("--textures", "file",
        "A file of texture ids, one a line, to download [default: those that the scene is made of]");

    private readonly Option<string?> _teleportTo = Text("--teleport-to", "x,y",
        "The region that teleports go to and come back from, by its place on the map, such as 1001,1000 [default: within the region]");

    private readonly Option<double> _seconds = RangedOption.Number("--seconds", "How long to stay, from when the last bot has arrived", "s", 60, 1, 604_800);
    private readonly Option<double> _loginDelay = RangedOption.Number("--login-delay", "From the answer to one login until the next", "ms", 200, 0, 60_000);
    private readonly Option<int> _loginRetries = RangedOption.Whole("--login-retries", "How often to try a failed login again", LoginRetries.Default, 0, 5);
    private readonly Option<double> _loginTimeout = RangedOption.Number("--login-timeout", "How long to wait for each answer of the grid", "s", 30, 0.1, 600);
    private readonly Option<double> _silence = RangedOption.Number("--silence", "After how long without a packet a region counts as silent", "s", 15, 1, 600);
    private readonly Option<int> _seed = RangedOption.Whole("--seed", "Of what the bots do", 1, 0, 1_000_000_000);
    private readonly Option<string?> _json = Text("--json", "file", "Write the results as JSON; - is standard output");
    private readonly Option<string?> _csv = Text("--csv", "dir", "Write the results as bots.csv and seconds.csv into a directory");

    private readonly Option<Threshold[]> _failIf = new("--fail-if")
    {
        Description = $"Exit with {ExitCode.Threshold} if it is so, such as \"p95_rtt_ms>300\"; may be repeated. Metrics: {string.Join(", ", Threshold.Metrics)}",
        HelpName = "condition",
        CustomParser = result => [.. result.Tokens.Select(token => Condition(token.Value, result.AddError)).OfType<Threshold>()],
    };

    private readonly Option<bool> _quiet = new("--quiet") { Description = "Say nothing but what goes wrong" };
    private readonly Option<bool> _dryRun = new("--dry-run") { Description = "Check everything, say what would be done, and do nothing" };

    public BotCommandLine()
    {
        IniKeys = new Dictionary<string, Option>(StringComparer.OrdinalIgnoreCase)
        {
            ["LoginUri"] = _loginUri,
            ["FirstName"] = _first,
            ["LastName"] = _last,
            ["Password"] = _password,
            ["BotCount"] = _count,
            ["From"] = _from,
            ["Start"] = _start,
            ["Engine"] = _engine,
            ["LibreMetaverseDir"] = _libreMetaverse,
            ["Controller"] = _controller,
            ["MinRateKbps"] = _minRate,
            ["MaxRateKbps"] = _maxRate,
            ["RateKbps"] = _rate,
            ["FairSegmentBytes"] = _segment,
            ["Activity"] = _activity,
            ["TextureFile"] = _textures,
            ["TeleportTo"] = _teleportTo,
            ["LengthSeconds"] = _seconds,
            ["LoginDelayMs"] = _loginDelay,
            ["LoginRetries"] = _loginRetries,
            ["LoginTimeoutSeconds"] = _loginTimeout,
            ["SilenceSeconds"] = _silence,
            ["Seed"] = _seed,
            ["JsonFile"] = _json,
            ["CsvDirectory"] = _csv,
            ["FailIf"] = _failIf,
        };
    }

    /// <summary>Every option that an INI file can set too, by its key there.</summary>
    public IReadOnlyDictionary<string, Option> IniKeys { get; }

    /// <summary>The rate controller, which the INI file's Enabled sets too.</summary>
    public Option Controller => _controller;

    public void AddTo(Command command)
    {
        foreach (Option option in IniKeys.Values.Concat([_behaviours, _connect, _wear, _quiet, _dryRun]))
            command.Options.Add(option);
    }

    /// <summary>What was chosen and means nothing here, a line each.</summary>
    public IEnumerable<string> Notes(ParseResult parsed)
    {
        if (parsed.GetValue(_wear) is { } wear && wear != "no")
            yield return $"-wear {wear} is not followed: bots have no appearance";
    }

    /// <summary>What was chosen.</summary>
    /// <exception cref="FormatException">Something is missing or does not fit; the message is for the user.</exception>
    public BotSettings Read(ParseResult parsed)
    {
        double rate = parsed.GetValue(_rate);
        int segment = parsed.GetValue(_segment);
        double min = parsed.GetValue(_minRate), max = parsed.GetValue(_maxRate);
        if (min > max)
            throw new FormatException($"--min-rate {min} is above --max-rate {max}");
        if (segment is > 0 and < RateControlOptions.MinSegmentBytes)
            throw new FormatException($"--fair-segment {segment}: allowed are 0, or {RateControlOptions.MinSegmentBytes} to {RateControlOptions.MaxSegmentBytes}");
        BotRunOptions run = new()
        {
            LoginUri = parsed.GetValue(_loginUri) ?? throw Missing(_loginUri),
            FirstName = parsed.GetValue(_first) ?? throw Missing(_first),
            LastName = parsed.GetValue(_last) ?? throw Missing(_last),
            Password = parsed.GetValue(_password) ?? throw Missing(_password),
            Count = parsed.GetValue(_count),
            From = parsed.GetValue(_from),
            Start = parsed.GetValue(_start) ?? "last",
            Length = Duration.FromSeconds(parsed.GetValue(_seconds)),
            LoginDelay = Duration.FromMilliseconds(parsed.GetValue(_loginDelay)),
            LoginRetries = parsed.GetValue(_loginRetries),
            ArrivalTimeout = ArrivalTimeout(parsed),
            Seed = parsed.GetValue(_seed),
            Textures = parsed.GetValue(_textures) is { } file ? TextureFile.Read(file) : [],
            Bot = new BotOptions
            {
                Controller = parsed.GetValue(_controller)!,
                Activity = parsed.GetValue(_behaviours) is { } letters ? Behaviours.Activity(letters) : parsed.GetValue(_activity)!,
                TeleportTo = DestinationOf(parsed.GetValue(_teleportTo)),
                SilenceTimeout = Duration.FromSeconds(parsed.GetValue(_silence)),
                RateControl = new RateControlOptions
                {
                    MinRate = DataRate.FromKilobitsPerSecond(min),
                    MaxRate = DataRate.FromKilobitsPerSecond(max),
                    UserSetting = rate == 0 ? null : DataRate.FromKilobitsPerSecond(rate),
                    FairSegmentBytes = segment == 0 ? null : segment,
                },
            },
        };
        CheckFits(run);
        return new BotSettings(run, parsed.GetValue(_engine)!, parsed.GetValue(_libreMetaverse)!, TimeSpan.FromSeconds(parsed.GetValue(_loginTimeout)),
            parsed.GetValue(_failIf) ?? [], parsed.GetValue(_json), parsed.GetValue(_csv), parsed.GetValue(_quiet), parsed.GetValue(_dryRun));
    }

    /// <summary>Each login may take its time, and so may two capabilities and the region's circuit.</summary>
    private Duration ArrivalTimeout(ParseResult parsed)
    {
        int retries = parsed.GetValue(_loginRetries);
        return Duration.FromSeconds(parsed.GetValue(_loginTimeout) * (retries + 3) + parsed.GetValue(_silence)) + LoginRetries.TotalDelay(retries);
    }

    private static void CheckFits(BotRunOptions run)
    {
        double seconds = run.PlannedLength.Seconds;
        if (seconds * run.Count > MaxBotSeconds)
        {
            throw new FormatException(string.Create(CultureInfo.InvariantCulture, $"--botcount {run.Count} --seconds {run.Length.Seconds:0.###}: "
                + $"{seconds:0.###} s with the logins; allowed are {MaxBotSeconds / run.Count:0.#} s for so many bots, {MaxBotSeconds:0} s of all together"));
        }
    }

    private static FormatException Missing(Option option) => new($"{option.Name} is missing");

    private static Destination? DestinationOf(string? text) => text is null ? null
        : Destination.TryParse(text, out Destination destination) ? destination
        : throw new FormatException($"--teleport-to {text}: allowed are two whole numbers as the map counts regions, such as 1001,1000");

    private static Threshold? Condition(string text, Action<string> refuse)
    {
        try
        {
            return Threshold.Parse(text);
        }
        catch (FormatException exception)
        {
            refuse($"--fail-if {exception.Message}");
            return null;
        }
    }

    private static Option<string?> Text(string name, string what, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = what };

    private static Option<T> Alias<T>(Option<T> option, params string[] aliases)
    {
        foreach (string alias in aliases)
            option.Aliases.Add(alias);
        return option;
    }
}
