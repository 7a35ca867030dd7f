using Mongoose.Core.Settings;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Flows with different settings, such as round-trip times, whose sum and fairness are stats like those of a group.</summary>
/// <param name="Name">The first part of the names of the stats.</param>
/// <param name="Flows">The names of the flow groups.</param>
internal sealed record FlowUnion(
    [property: Setting("name", IsRequired = true, Pattern = "^[A-Za-z][A-Za-z0-9-]*$",
        Range = "letters, digits and hyphens, starting with a letter",
        Text = "GROUP in `GROUP.totalKbps`, `GROUP.jain`, `GROUP.leastBinShare`; not a flow's name")]
    string Name,
    [property: Setting("flows", IsRequired = true, Range = "at least two names of flows", Text = "flows to combine")]
    IReadOnlyList<string> Flows)
{
    public FlowUnion()
        : this("", [])
    {
    }
}
