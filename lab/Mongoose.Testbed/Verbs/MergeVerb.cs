using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;

namespace Mongoose.Testbed.Verbs;

/// <summary>Runs the verb "merge" once.</summary>
/// <param name="name">The name of a scenario, or a file.</param>
/// <param name="parts">The CSV files of the shards.</param>
/// <param name="csv">The CSV file for all rows.</param>
/// <param name="clock">The clock; null: the scenario's default.</param>
internal sealed class MergeVerb(ScenarioOutputs outputs, string name, IReadOnlyList<string> parts, string csv, ClockKind? clock)
{
    private readonly TextWriter _text = outputs.Text;

    /// <exception cref="ScenarioException">The scenario cannot be read, has no matrix, or does not support that clock.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    public int Run()
    {
        if (MatrixPlan.Read(name, clock) is not [MatrixPlan plan])
            return Failure.Report($"{name}: merge takes one scenario, not a folder of them", ExitCode.Usage);
        if (OutputClashes.Of(Outputs(), parts).ToArray() is { Length: > 0 } clashes)
            return Failure.Report(clashes, ExitCode.Usage);
        MatrixRun[] runs = plan.Runs();
        MatrixMerge merge = new(csv, plan.Columns, Array.ConvertAll(runs, run => run.Levels));
        if (merge.Read(parts) is { Count: > 0 } problems)
            return Failure.Report(problems, ExitCode.Usage);
        outputs.Check();
        MatrixTable table = merge.Write();
        _text.WriteLine($"{plan.Scenario.Name}: {plan.Scenario.Title}; {table.Rows.Count} of {runs.Length} runs from {parts.Count} parts");
        DescribeParts(merge);
        if (merge.Missing.ToArray() is { Length: > 0 } missing)
        {
            DescribeMissing(plan, runs, missing, merge.Parts);
            return ExitCode.Runtime;
        }
        TestbedResult[] results = [MatrixJudge.Judge(plan, table, csv, _text)];
        outputs.Write(results);
        return MatrixJudge.ExitCodeOf(results);
    }

    private (string Option, string Path)[] Outputs() =>
    [
        ("--csv", csv),
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
            _text.WriteLine($"  {kept} runs are in no part, but were in {csv} before: kept");
    }

    private void DescribeMissing(MatrixPlan plan, MatrixRun[] runs, int[] missing, IReadOnlyList<MatrixPart> read)
    {
        Shard[] shards = MissingShards.Find(runs.Length, missing, read.Select(part => part.Runs).ToArray());
        string ofShards = shards.Length > 0 ? $"; all belong to --shard {string.Join(", ", shards)}" : "";
        _text.WriteLine($"  {missing.Length} of {runs.Length} runs are missing; "
            + $"the first is {MatrixRow.Describe(plan.Columns, runs[missing[0]].Levels)}{ofShards}");
        _text.WriteLine("  No bands are checked, and no JSON or report is written. To run what is missing: "
            + $"mongoose-testbed matrix {plan.Arguments} --csv {csv}");
        MatrixJudge.ShowFile(csv, _text);
    }
}
