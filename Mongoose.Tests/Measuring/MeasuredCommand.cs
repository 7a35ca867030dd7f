using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using NUnit.Framework.Internal.Commands;

namespace Mongoose.Tests.Measuring;

/// <summary>
/// Runs a test that measures while the host is watched. A failed assertion or a vain assumption is tried again: on a host that was not quiet it
/// proves nothing, and on a quiet one it may be an accident that the watch did not see, or a figure a few standard deviations off. A defect fails
/// twice: two attempts on a quiet host are a failure, and so is one that no later attempt has made good. Without any the test is reported as
/// skipped, with what was wrong with the host.
/// An exception, also one of SetUp or TearDown, is a failure on any host: it is no matter of figures.
/// </summary>
internal sealed class MeasuredCommand(TestCommand attempt, Func<IHostWatch> watch) : DelegatingTestCommand(attempt)
{
    public const int MostAttempts = 3;

    /// <summary>On quiet hosts.</summary>
    public const int MostFailures = 2;

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
            if (failures.Count == MostFailures || failures.Count + excuses.Count == MostAttempts)
            {
                Judge(result, failures, excuses);
                return result;
            }
            // It may pass yet: what went wrong before is to be read all the same.
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
