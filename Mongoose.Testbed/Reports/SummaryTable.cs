namespace Mongoose.Testbed.Reports;

/// <summary>
/// Stock beside mongoose on each circuit. There are two cells in a row to each group, in the order of
/// <see cref="Servers"/>.
/// </summary>
public sealed record SummaryTable(string[] Groups, string[] Servers, SummaryRow[] Rows);

/// <summary>One quantity, its unit in the label so that the cells are numbers.</summary>
public sealed record SummaryRow(string Label, string[] Cells);
