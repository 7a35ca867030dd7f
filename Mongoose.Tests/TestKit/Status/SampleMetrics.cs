using System.Globalization;
using System.Text.RegularExpressions;

namespace Mongoose.TestKit.Status;

/// <summary>
/// The text of two busy regions, one with a difficult name, that has every metric in docs/operators/metrics.md. In sample-metrics.txt a
/// counter has what it grows by, such as +90.
/// </summary>
internal static partial class SampleMetrics
{
    private static readonly string Template =
        File.ReadAllText(Path.Combine(Repository.Root(), "Mongoose.Tests", "TestKit", "Status", "sample-metrics.txt"));

    /// <summary>The text after a number of steps of growth.</summary>
    public static string Text(int steps) => Growth().Replace(Template, match =>
        " " + (steps * decimal.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)).ToString(CultureInfo.InvariantCulture));

    [GeneratedRegex(@" \+([\d.]+)$", RegexOptions.Multiline)]
    private static partial Regex Growth();
}
