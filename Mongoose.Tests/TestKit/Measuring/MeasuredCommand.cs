using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using NUnit.Framework.Internal.Commands;

namespace Mongoose.TestKit.Measuring;

/// <summary>
/// Runs a measuring test while watching the host. A failed assertion or an unmet assumption is retried: on a busy host it proves nothing,
/// and on a quiet host it may be an incident that the watch did not notice, or a figure a few standard deviations off. A defect fails
/// twice: two failed attempts on a quiet host are a failure, and so is one if no later attempt passes. Without an attempt on a quiet host,
/// the test is reported as skipped, with the trouble of the host. An exception, including those of SetUp and TearDown, is a failure on any
/// host, because it does not depend on figures.
/// </summary>
internal sealed class MeasuredCommand(TestCommand attempt, Func<IHostWatch> watch) : DelegatingTestCommand(attempt)
{
    public const int MaxAttempts = 3;

    /// <summary>Maximum number of failures on quiet hosts.</summary>
    public const int MaxFailures = 2;

    public override TestResult Execute(TestExecutionContext context)
    {
        List<string> failures = [], excuses = [];
        while (true)
        {
            HostReading host = Attempt(context);
            TestResult result = context.CurrentResult;
            result.OutWriter.WriteLine(host);
            if (!IsOfFigures(result.ResultState))
                return result;
            if (host.Trouble is { } trouble)
                excuses.Add($"{trouble}; then {result.Message.Trim()}");
            else
                failures.Add($"{result.Message.Trim()}\n  on a quiet {host}");
            if (failures.Count == MaxFailures || failures.Count + excuses.Count == MaxAttempts)
            {
                Judge(result, failures, excuses);
                return result;
            }
            // A later attempt may pass, but the message of this one is kept.
            result.OutWriter.WriteLine(result.Message);
            context.CurrentResult = context.CurrentTest.MakeTestResult();
            context.CurrentResult.OutWriter.Write(result.Output);
            context.CurrentRepeatCount++;
        }
    }

    private static void Judge(TestResult result, List<string> failures, List<string> excuses)
    {
        if (failures.Count > 0)
            result.SetResult(ResultState.Failure, string.Join("\nand again: ", failures), result.StackTrace);
        else
            result.SetResult(ResultState.Ignored, "inconclusive: " + string.Join("\nand again: ", excuses));
    }

    private static bool IsOfFigures(ResultState state) => state == ResultState.Failure || state == ResultState.Inconclusive;

    private HostReading Attempt(TestExecutionContext context)
    {
        IHostWatch host = watch();
        try
        {
            context.CurrentResult = innerCommand.Execute(context);
        }
        catch (Exception exception)
        {
            context.CurrentResult.RecordException(exception);
        }
        return host.Stop();
    }
}
