using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;

namespace Mongoose.Testbed.Verbs;

/// <summary>Runs the verb "merge" once.</summary>
internal sealed class MergeVerb(ScenarioOutputs outputs)
{
    private readonly TextWriter _text = outputs.StandardOutputIsJson ? Console.Error : Console.Out;

    /// <summary>The name of a scenario, or a file.</summary>
    public required string Name { get; init; }

    /// <summary>The CSV files of the shards.</summary>
    public required IReadOnlyList<string> Parts { get; init; }

    /// <summary>The CSV file for all rows.</summary>
    public required string Csv { get; init; }

    /// <summary>Null: the scenario's default.</summary>
    public ClockKind? Clock { get; init; }

    /// <exception cref="ScenarioException">The scenario cannot be read, has no matrix, or does not support that clock.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    public int Run()
    {
        if (MatrixPlan.Read(Name, Clock) is not [MatrixPlan plan])
            return Failure.Report($"{Name}: merge takes one scenario, not a folder of them", ExitCode.Usage);
        if (OutputClashes.Of(Outputs(), Parts).ToArray() is { Length: > 0 } clashes)
            return Failure.Report(clashes, ExitCode.Usage);
        MatrixRun[] runs = plan.Runs();
        MatrixMerge merge = new(Csv, plan.Columns, Array.ConvertAll(runs, run => run.Levels));
        if (merge.Read(Parts) is { Count: > 0 } problems)
            return Failure.Report(problems, ExitCode.Usage);
        outputs.Check();
        MatrixTable table = merge.Write();
        _text.WriteLine($"{plan.Scenario.Name}: {plan.Scenario.Title}; {table.Rows.Count} of {runs.Length} runs from {Parts.Count} parts");
        DescribeParts(merge);
        if (merge.Missing.ToArray() is { Length: > 0 } missing)
        {
            DescribeMissing(plan, runs, missing, merge.Parts);
            return ExitCode.Runtime;
        }
        TestbedResult[] results = [MatrixJudge.Judge(plan, table, Csv, _text)];
        outputs.Write(results);
        return MatrixJudge.ExitCodeOf(results);
    }

    private (string Option, string Path)[] Outputs() =>
    [
        ("--csv", Csv),
        .. outputs.Json is { } json && !outputs.StandardOutputIsJson ? [("--json", json)] : (ReadOnlySpan<(string, string)>)[],
        .. outputs.Report is { } report ? [("--report", report)] : (ReadOnlySpan<(string, string)>)[],
    ];

    private void DescribeParts(MatrixMerge merge)
    {
        foreach (MatrixPart part in merge.Parts)
        {
            if (part.Others > 0)
                _text.WriteLine($"  {part.Others} rows of {part.Path} belong to an earlier version of the scenario or to other cells: "
                    + "not merged");
            if (part.EndsIncomplete)
                _text.WriteLine($"  the last line of {part.Path} is incomplete, a row that was being written: not merged");
        }
        if (merge.OnlyInFile is > 0 and int kept)
            _text.WriteLine($"  {kept} runs are in no part, but were in {Csv} before: kept");
    }

    private void DescribeMissing(MatrixPlan plan, MatrixRun[] runs, int[] missing, IReadOnlyList<MatrixPart> parts)
    {
        Shard[] shards = MissingShards.Find(runs.Length, missing, parts.Select(part => part.Runs).ToArray());
        string ofShards = shards.Length > 0 ? $"; all belong to --shard {string.Join(", ", shards)}" : "";
        _text.WriteLine($"  {missing.Length} of {runs.Length} runs are missing; "
            + $"the first is {MatrixRow.Describe(plan.Columns, runs[missing[0]].Levels)}{ofShards}");
        _text.WriteLine("  No bands are checked, and no JSON or report is written. To run what is missing: "
            + $"mongoose-testbed matrix {plan.Arguments} --csv {Csv}");
        MatrixJudge.ShowFile(Csv, _text);
    }
}
