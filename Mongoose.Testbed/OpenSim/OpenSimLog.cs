using System.Text.RegularExpressions;

namespace Mongoose.Testbed.OpenSim;

/// <summary>Finds unexpected errors in OpenSim's log.</summary>
internal static partial class OpenSimLog
{
    /// <summary>Errors that stock OpenSim logs even in a run without faults, with the reason.</summary>
    private static readonly (Regex Line, string Reason)[] Allowed =
    [
        (HungUp(), "an HTTP client hung up during a poll: this clears the request's connection, which PoolWorkerJob then dereferences"),
        (HungUpPlace(), "the same, second line"),
        (LeftMeanwhile(), "a job or an action of OpenSim for an avatar that had left before it ran"),
    ];

    /// <summary>Every line of level ERROR or FATAL or with an exception in it, except the few that stock itself logs.</summary>
    public static string[] Errors(IEnumerable<string> lines) =>
        lines.Where(line => Bad().IsMatch(line) && !Array.Exists(Allowed, allowed => allowed.Line.IsMatch(line))).ToArray();

    [GeneratedRegex(@" ERROR Exception in poll service thread: System\.NullReferenceException: ", RegexOptions.CultureInvariant)]
    private static partial Regex HungUp();

    [GeneratedRegex(@"^   at OpenSim\.Framework\.Servers\.HttpServer\.PollServiceRequestManager\.PoolWorkerJob\(Object \w+\)", RegexOptions.CultureInvariant)]
    private static partial Regex HungUpPlace();

    [GeneratedRegex(@" ERROR \[(UTIL\]: Util STP threadfunc \d+ terminated with error|SCENEGRAPH\]: Error in .*:) (Object reference not set|Value cannot be null)", RegexOptions.CultureInvariant)]
    private static partial Regex LeftMeanwhile();

    [GeneratedRegex(@"^[\d-]+ [\d:,]+ (ERROR|FATAL)\b|Exception\b|^   at ", RegexOptions.CultureInvariant)]
    private static partial Regex Bad();
}
