using System.CommandLine;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Core.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;

namespace Mongoose.Client.Commands;

/// <summary>The options of mongoose-bot and the equivalent keys of [MongooseClient]: a request, and what becomes of its result.</summary>
internal sealed record BotCommandLine : ISettingRules
{
    public const string Section = "MongooseClient";

    /// <summary>The options of the run.</summary>
    [Inlined]
    public BotRequest Request { get; init; } = new();

    [Setting("JsonFile", Option = "--json", HelpName = PathOption.FileName, Text = "write the results as JSON; - means standard output")]
    public string? Json { get; init; }

    [Setting("CsvDirectory", Option = "--csv", HelpName = PathOption.DirectoryName,
        Text = "write bots.csv and seconds.csv into a directory")]
    public string? CsvDirectory { get; init; }

    [Setting("FailIf", Option = "--fail-if", HelpName = "condition",
        Text = "exit with code 99 if the condition holds, such as \"p95_rtt_ms>300\"; repeat it, or use commas in the INI file")]
    public IReadOnlyList<string> FailIf { get; init; } = [];

    [Setting("Quiet", Ini = "", Option = "--quiet", Text = "print only failures")]
    public bool IsQuiet { get; init; }

    [Setting("DryRun", Ini = "", Option = "--dry-run", Text = "check options, print the plan, exit")]
    public bool IsDryRun { get; init; }

    /// <summary>The parsed <see cref="FailIf"/>.</summary>
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>
    /// Reads all settings and collects all problems, one line each for the user. If there are any, the bots must not be run.
    /// </summary>
    /// <exception cref="FormatException">The file cannot be read; the message is for the user.</exception>
    public static (BotCommandLine Read, IReadOnlyList<string> Problems) Read(ParseResult parsed, SettingOptions options, string? ini)
    {
        CommandLineSource source = Source(parsed, options, ini, []);
        return (source.Read(new BotCommandLine()), source.Problems);
    }

    /// <summary>A command line and an INI file, if there is one.</summary>
    /// <param name="ignored">Settings whose keys the file may have although the command does not use them.</param>
    /// <exception cref="FormatException">The file cannot be read; the message is for the user.</exception>
    internal static CommandLineSource Source(ParseResult parsed, SettingOptions options, string? ini, IEnumerable<Setting> ignored) =>
        new(parsed, options, $"{ini}: [{Section}]", ini is null ? [] : EntriesOf(ini)) { Ignored = ignored };

    /// <summary>Notes for the user before the run, one line each.</summary>
    public IEnumerable<string> Notes
    {
        get
        {
            if (Request.Wear is { } wear && wear != "no")
                yield return $"-wear {wear} is ignored: bots have no appearance";
            BotAccounts accounts = Request.Accounts.ToAccounts();
            if (!IsQuiet && !accounts.IsMarked)
                yield return $"accounts as with pCampBot: {accounts.FirstName} {accounts.LastNames}; "
                    + $"for {accounts.LastName}_{accounts.From} instead, write -lastname \"{accounts.LastName}_{BotAccounts.NumberMark}\"";
        }
    }

    /// <summary>Applies --fail-if.</summary>
    object ISettingRules.Finish(ISettingReport report)
    {
        List<Threshold> thresholds = [];
        foreach (string text in FailIf)
        {
            try
            {
                thresholds.Add(BotMetrics.Table.Parse(text));
            }
            catch (FormatException exception)
            {
                report.Problem(null, $"--fail-if {exception.Message}");
            }
        }
        return this with { Thresholds = thresholds };
    }

    private static IReadOnlyList<(string Key, string Value)> EntriesOf(string ini) => PathFault.OrThrow(
        () => IniFile.ReadSection(ini, Section), fault => new FormatException($"--ini {ini}: {fault.Message}", fault));
}
