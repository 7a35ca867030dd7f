using OpenSim.Framework.Console;

namespace Mongoose.Server.Console;

/// <summary>
/// The columns of a table on the console. Each is declared once, so that no cell can stand under the name of another column.
/// </summary>
/// <typeparam name="TRow">The object that a row shows.</typeparam>
/// <param name="columns">The columns, from left to right; a width is in characters.</param>
internal sealed class ConsoleColumns<TRow>(params (string Name, int Width, Func<TRow, object> Cell)[] columns)
{
    public ConsoleDisplayTable Table(IEnumerable<TRow> rows)
    {
        ConsoleDisplayTable table = new();
        foreach ((string name, int width, _) in columns)
            table.AddColumn(name, width);
        foreach (TRow row in rows)
            table.AddRow(Array.ConvertAll(columns, column => column.Cell(row)));
        return table;
    }
}
