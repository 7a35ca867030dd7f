using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Merging;

/// <summary>Facts that do not make a sum incomplete, but that its readers should know.</summary>
internal static class MergeWarnings
{
    private static readonly Duration NoticeableDifference = Duration.FromSeconds(1);

    private static readonly (string Key, Func<BotRunResult, string> Of)[] Builds =
    [
        ("engineVersion", result => result.EngineVersion),
        ("os", result => result.Os),
        ("runtime", result => result.Runtime),
    ];

    /// <param name="parts">The parts, in the order of their shards.</param>
    /// <param name="starts">When they began.</param>
    /// <returns>A line each.</returns>
    public static IReadOnlyList<string> Find(IReadOnlyList<Part> parts, Starts starts) =>
    [
        .. parts.Where(IsLate).Select(Lateness),
        .. parts.Where(part => part.Result.Thresholds.Count > 0).Take(1).Select(Judged),
        .. starts.Difference > NoticeableDifference ? [$"the parts did not start together: {starts}"] : (string[])[],
        .. Clocks.Of(parts) is { AreNoticeable: true } clocks ? [$"the clocks of the machines differ: {clocks}"] : (string[])[],
        .. Builds.Select(build => Difference(parts, build.Key, build.Of)).OfType<string>(),
    ];

    /// <summary>Whether a part's round trips include noticeable delay of its host, besides the delay of the path.</summary>
    public static bool IsLate(Part part) => part.P99TimerLatenessMs > TimerLateness.Tolerable.Milliseconds;

    private static string Lateness(Part part) => string.Create(CultureInfo.InvariantCulture,
        $"{part.Name}: timers were {part.P99TimerLatenessMs:0} ms late at p99, so its round trips include the host's own delay");

    private static string Judged(Part part) =>
        $"{part.Name} has thresholds of its own (FailIf, --fail-if), which do not count in the sum: only those of the merge do";

    private static string? Difference(IReadOnlyList<Part> parts, string key, Func<BotRunResult, string> of)
    {
        Part[] others = parts.Where(part => of(part.Result) != of(parts[0].Result)).ToArray();
        string more = others.Length > 1 ? $" and {others.Length - 1} more" : "";
        return others.Length == 0 ? null
            : $"{key} differs: {of(parts[0].Result)} in {parts[0].Name}, {of(others[0].Result)} in {others[0].Name}{more}";
    }
}
