using System.Text.RegularExpressions;

namespace Mongoose.Simulators;

/// <summary>Finds unexpected errors in OpenSim's log.</summary>
public static partial class OpenSimLog
{
    /// <summary>Errors that stock OpenSim logs even in a run without faults, with the reason.</summary>
    private static readonly (Regex Line, string Reason)[] Allowed =
    [
        (HungUp(), "an HTTP client hung up during a poll: this clears the request's connection, which PoolWorkerJob then dereferences"),
        (HungUpPlace(), "the same, second line"),
        (LeftMeanwhile(), "a job or an action of OpenSim for an avatar that had left before it ran"),
    ];

    /// <summary>Every line of level ERROR or FATAL or with an exception in it, except the few that stock itself logs.</summary>
    /// <param name="lines">The log.</param>
    /// <param name="isStock">Whether no module is installed. Errors of the sending loop are then allowed.</param>
    public static string[] Errors(IEnumerable<string> lines, bool isStock = false) =>
        Entries(lines.Where(line => Bad().IsMatch(line) && !Array.Exists(Allowed, allowed => allowed.Line.IsMatch(line))))
            .Where(entry => !IsRace(entry, isStock)).SelectMany(entry => entry).ToArray();

    /// <summary>
    /// Whether an entry is one of three races of OpenSim with a client that closes. Two are over the client's queue: LocklessQueue.Init
    /// sets the tail before the head, and a reader in between, the stock sending loop or a second close of the same client, finds a next
    /// node that does not exist. In the third, the receiving loop handles a packet of a client whose SceneAgent is already null.
    /// </summary>
    private static bool IsRace(List<string> entry, bool isStock) =>
        isStock && Sending().IsMatch(entry[0])
        || Logout().IsMatch(entry[0]) && IsAt(entry, 1, "OpenSim.Framework.LocklessQueue`1.Dequeue(")
        || Receiving().IsMatch(entry[0])
            && entry.Count > 1 && entry[1].StartsWith("System.NullReferenceException: ", StringComparison.Ordinal)
            && IsAt(entry, 2, "OpenSim.Region.ClientStack.LindenUDP.LLClientView.ProcessInPacket(");

    private static bool IsAt(List<string> entry, int line, string place) =>
        entry.Count > line && entry[line].StartsWith("   at " + place, StringComparison.Ordinal);

    /// <summary>Groups each line that has a date with the lines that follow it, such as the stack trace of an exception.</summary>
    private static List<List<string>> Entries(IEnumerable<string> lines)
    {
        List<List<string>> entries = [];
        foreach (string line in lines)
        {
            if (entries.Count == 0 || Dated().IsMatch(line))
                entries.Add([]);
            entries[^1].Add(line);
        }
        return entries;
    }

    [GeneratedRegex(@" ERROR \[LLUDPSERVER\]: OutgoingPacketHandler iteration for .* threw ", RegexOptions.CultureInvariant)]
    private static partial Regex Sending();

    [GeneratedRegex(@" ERROR \[LLUDPSERVER\]: IncomingPacketHandler threw ", RegexOptions.CultureInvariant)]
    private static partial Regex Receiving();

    [GeneratedRegex(@" ERROR \[AsyncInUDP-.*\]: Job LogoutRequest failed, continuing\.  Exception System\.NullReferenceException: ",
        RegexOptions.CultureInvariant)]
    private static partial Regex Logout();

    [GeneratedRegex(@"^\d{4}-\d\d-\d\d ", RegexOptions.CultureInvariant)]
    private static partial Regex Dated();

    [GeneratedRegex(@" ERROR Exception in poll service thread: System\.NullReferenceException: ", RegexOptions.CultureInvariant)]
    private static partial Regex HungUp();

    [GeneratedRegex(@"^   at OpenSim\.Framework\.Servers\.HttpServer\.PollServiceRequestManager\.PoolWorkerJob\(Object \w+\)",
        RegexOptions.CultureInvariant)]
    private static partial Regex HungUpPlace();

    [GeneratedRegex(@" ERROR \[(UTIL\]: Util STP threadfunc \d+ terminated with error|SCENEGRAPH\]: Error in .*:) "
        + "(Object reference not set|Value cannot be null)", RegexOptions.CultureInvariant)]
    private static partial Regex LeftMeanwhile();

    [GeneratedRegex(@"^[\d-]+ [\d:,]+ (ERROR|FATAL)\b|Exception\b|^   at ", RegexOptions.CultureInvariant)]
    private static partial Regex Bad();
}
