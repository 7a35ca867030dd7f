using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using NUnit.Framework.Internal.Commands;

namespace Mongoose.Tests.Measuring;

/// <summary>
/// Runs a test that measures while the host is watched. A failed assertion or a vain assumption on a quiet host is a failure. On a host that was not
/// quiet it proves nothing: the test is repeated, and after the last attempt reported as skipped with what was wrong with the host.
/// An exception, also one of SetUp or TearDown, is a failure on any host: it is no matter of figures.
/// </summary>
internal sealed class MeasuredCommand(TestCommand attempt, Func<IHostWatch> watch) : DelegatingTestCommand(attempt)
{
    public const int MostAttempts = 3;

    public override TestResult Execute(TestExecutionContext context)
    {
        List<string> excuses = [];
        while (true)
        {
            HostReading host = Attempt(context);
            TestResult result = context.CurrentResult;
            result.OutWriter.WriteLine(host);
            if (!IsOfFigures(result.ResultState))
                return result;
            if (host.Trouble is not { } trouble)
            {
                result.SetResult(ResultState.Failure, $"{result.Message}\n  on a quiet {host}", result.StackTrace);
                return result;
            }
            excuses.Add($"{trouble}; then {result.Message.Trim()}");
            if (excuses.Count == MostAttempts)
            {
                result.SetResult(ResultState.Ignored, "inconclusive: " + string.Join("\nand again: ", excuses));
                return result;
            }
            context.CurrentResult = context.CurrentTest.MakeTestResult();
            context.CurrentResult.OutWriter.Write(result.Output);
            context.CurrentRepeatCount++;
        }
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
