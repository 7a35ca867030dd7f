using System.Text.RegularExpressions;

namespace Mongoose.Testbed.OpenSim;

/// <summary>Finds in OpenSim's log what should not be there.</summary>
internal static partial class OpenSimLog
{
    /// <summary>What stock OpenSim itself logs in a good run, and why it may.</summary>
    private static readonly (Regex Line, string Reason)[] Allowed =
    [
        (HungUp(), "an HTTP client hung up while its poll waited: that clears the request's connection, of which PoolWorkerJob asks whether it can send"),
        (HungUpPlace(), "the same, second line"),
        (LeftMeanwhile(), "a job or an action of OpenSim's own for an avatar that had left when its turn came"),
    ];

    /// <summary>Every line of level ERROR or FATAL, or with an exception in it, but for the few that stock itself logs.</summary>
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
