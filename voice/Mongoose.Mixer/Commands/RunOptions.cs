using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Mixer.Commands;

/// <summary>The options of the verb "run".</summary>
internal sealed record RunOptions : ISettingRules
{
    /// <summary>The mixer without its peers; a file replaces it.</summary>
    [Inlined]
    public MixerSettings Mixer { get; init; } = new();

    [Setting("seconds", Option = "--seconds", Min = 1, Max = 31_536_000, Unit = "s", Default = "until it is stopped",
        Text = "how long to run")]
    public Duration? Length { get; init; }

    [Setting("json", Option = "--json", HelpName = PathOption.FileName, Text = "write the results as JSON; - means standard output")]
    public string? Json { get; init; }

    [Setting("csv", Option = "--csv", HelpName = PathOption.DirectoryName, Text = "write peers.csv and seconds.csv into a directory")]
    public string? CsvDirectory { get; init; }

    [Setting("log", Option = "--log", HelpName = PathOption.FileName,
        Text = "append each error that stops a peer to a file, with time and stack trace; standard error has its first line")]
    public string? Log { get; init; }

    [Setting("failIf", Option = "--fail-if", HelpName = "condition",
        Text = "exit with code 99 if the condition holds, such as \"max_p95_queue_ms>200\"; repeat it for several")]
    public IReadOnlyList<string> FailIf { get; init; } = [];

    [Setting("quiet", Option = "--quiet", Text = "print only errors")]
    public bool IsQuiet { get; init; }

    [Setting("dryRun", Option = "--dry-run", Text = "check settings and the host, print the plan, exit")]
    public bool IsDryRun { get; init; }

    /// <summary>The parsed <see cref="FailIf"/>.</summary>
    public IReadOnlyList<Threshold> Thresholds { get; private init; } = [];

    /// <summary>The command line, for results.</summary>
    public string Command { get; init; } = "";

    object ISettingRules.Finish(ISettingReport report)
    {
        List<Threshold> thresholds = [];
        foreach (string text in FailIf)
        {
            try
            {
                thresholds.Add(MixerSummary.Metrics.Parse(text));
            }
            catch (FormatException exception)
            {
                report.Problem(null, $"--fail-if {exception.Message}");
            }
        }
        return this with { Thresholds = thresholds };
    }
}
