using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios.Matrix;

namespace Mongoose.Testbed.Verbs;

/// <summary>The end of the verbs "matrix" and "merge": checks the bands of a matrix that has all its runs.</summary>
internal static class MatrixJudge
{
    /// <summary>
    /// Checks the bands, writes to a text which of them do not hold and which file has the rows, and returns the matrix as a result.
    /// </summary>
    public static TestbedResult Judge(MatrixPlan plan, MatrixTable table, string csv, TextWriter text)
    {
        IReadOnlyList<(string Cell, BandResult Band)> verdicts = MatrixVerdicts.JudgeAll(plan.Scenario, plan.Spec, table);
        TestbedResult result = MatrixResult.Create(plan.Scenario, plan.Spec, plan.Clock, table, verdicts);
        (string Cell, BandResult Band)[] missed = verdicts.Where(verdict => verdict.Band.Verdict != BandVerdict.Pass).ToArray();
        foreach ((string cell, BandResult band) in missed)
            text.WriteLine($"  {cell}: {ResultText.Line(band)}");
        if (verdicts.Count > 0)
            text.WriteLine($"{verdicts.Count - missed.Length} of {verdicts.Count} bands hold.");
        ShowFile(csv, text);
        return RunVerb.Describe(result, $"matrix {plan.Arguments}");
    }

    public static void ShowFile(string csv, TextWriter text) => text.WriteLine($"Rows: {Path.GetFullPath(csv)}");

    /// <summary>The exit code for the results.</summary>
    public static int ExitCodeOf(IEnumerable<TestbedResult> results) =>
        results.SelectMany(result => result.Bands).All(band => band.Verdict == BandVerdict.Pass) ? ExitCode.Good : ExitCode.Runtime;
}
