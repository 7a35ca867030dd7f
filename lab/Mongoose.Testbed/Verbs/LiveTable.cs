using Mongoose.Runtime.Terminals;
using Spectre.Console;

namespace Mongoose.Testbed.Verbs;

/// <summary>A table on a terminal.</summary>
internal static class LiveTable
{
    public static Table Of(string[] columns, IEnumerable<string[]> rows)
    {
        Table table = new();
        table.AddColumns(columns);
        foreach (string[] row in rows)
            table.AddRow(row.Select(Terminal.Cell).ToArray());
        return table;
    }
}
