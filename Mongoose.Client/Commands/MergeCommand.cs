using System.CommandLine;
using Mongoose.Client.Results;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Commands;

/// <summary>The command <c>merge</c>, which makes one result from the parts of a run.</summary>
internal sealed class MergeCommand
{
    private const string Description = """
        Adds up the results of a run's shards to one result, as one process would have written it, and judges thresholds on the sum.

        Examples:
          mongoose-bot merge part-*.json
          mongoose-bot merge part-*.json --json whole.json --csv whole --report whole.html
          mongoose-bot merge part-*.json --quiet --fail-if "p95_rtt_ms>300" --fail-if "received_kbps<100000"

        Exit codes: 0 complete and good, 1 an output could not be written, 2 invalid command line, or parts that contradict each other (nothing is
        written), 3 the sum is incomplete: a part is missing, cannot be read, was interrupted, has failed bots or measured nothing, or parts did not run
        at the same time (the sum of the others is written), 99 complete and a threshold was crossed, 105 interrupted.
        """;

    private readonly Argument<string[]> _files =
        new("files") { Description = "The JSON files of the parts", Arity = ArgumentArity.ZeroOrMore };

    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description = "Exit with code 99 if the condition holds for the sum, such as \"p95_rtt_ms>300\"; may be repeated. "
            + $"Metrics: {BotMetrics.Table.Names}",
        HelpName = "condition",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string?> _json = PathOption.File("--json", "Write the sum as JSON; - means standard output");

    private readonly Option<string?> _csv = PathOption.Directory("--csv", "Write bots.csv, seconds.csv and parts.csv into a directory");

    private readonly Option<string?> _report = PathOption.File("--report", "Write a report as a web page");

    private readonly Option<bool> _quiet = new("--quiet") { Description = "Print only problems" };

    public static Command Create()
    {
        MergeCommand merge = new();
        Command command = new("merge", Description) { merge._files, merge._failIf, merge._json, merge._csv, merge._report, merge._quiet };
        command.SetAction(merge.Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        TextWriter error = parsed.InvocationConfiguration.Error;
        if (BotCommand.MisplacedOptions(parsed).ToArray() is { Length: > 0 } misplaced)
            return BotCommand.Program.Refuse(error, misplaced);
        MergeSettings settings;
        try
        {
            settings = new MergeSettings(parsed.GetValue(_files) ?? [], parsed.GetValue(_failIf)!.Select(BotMetrics.Table.Parse).ToArray(),
                parsed.GetValue(_json), parsed.GetValue(_csv), parsed.GetValue(_report), parsed.GetValue(_quiet));
        }
        catch (FormatException exception)
        {
            return BotCommand.Program.Refuse(error, [$"--fail-if {exception.Message}"]);
        }
        if (settings.Problems().ToArray() is { Length: > 0 } problems)
            return BotCommand.Program.Refuse(error, problems);
        using Interruption interruption = new();
        return new MergeRunner(settings, parsed.InvocationConfiguration.Output, error).Run(interruption.Token);
    }
}
