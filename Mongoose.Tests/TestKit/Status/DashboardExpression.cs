using System.Text.RegularExpressions;

namespace Mongoose.TestKit.Status;

/// <summary>An expression in PromQL.</summary>
/// <param name="Place">The panel, variable or alert that has it.</param>
/// <param name="Text">The expression.</param>
internal sealed partial record DashboardExpression(string Place, string Text)
{
    /// <summary>Whether it finds missing data, so that a healthy grid gives no series.</summary>
    public bool IsOfAbsence => Text.Contains("absent(", StringComparison.Ordinal) || Text.Contains(" unless ", StringComparison.Ordinal);

    /// <summary>As Grafana would send it.</summary>
    /// <param name="region">A regular expression for names of regions; that of "All" by default.</param>
    public DashboardExpression Substituted(string region = ".*") => this with
    {
        Text = Text.Replace("$__rate_interval", "1m", StringComparison.Ordinal).Replace("$instance", ".*", StringComparison.Ordinal)
            .Replace("$region", region.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal),
                StringComparison.Ordinal),
    };

    /// <summary>Without the comparisons with numbers: what an alert compares.</summary>
    public DashboardExpression WithoutComparison() => this with { Text = Comparison().Replace(Text, "") };

    [GeneratedRegex(@"\s(>=|<=|==|>|<)\s[\d./e ]*\d(?=$|\s+and\s)")]
    private static partial Regex Comparison();
}
