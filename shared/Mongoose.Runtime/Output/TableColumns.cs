namespace Mongoose.Runtime.Output;

/// <summary>
/// The columns of a table. Each is declared once, as its name and the cell of a row, so that no cell can stand under the name of another
/// column, and every row has as many cells as there are names.
/// </summary>
/// <typeparam name="TRow">The data of a row.</typeparam>
/// <typeparam name="TCell">A cell.</typeparam>
/// <param name="columns">The columns, from left to right.</param>
public sealed class TableColumns<TRow, TCell>(params (string Name, Func<TRow, TCell> Cell)[] columns)
{
    /// <summary>The names, from left to right.</summary>
    public string[] Names { get; } = Array.ConvertAll(columns, column => column.Name);

    /// <summary>The cells of a row, from left to right.</summary>
    public TCell[] Cells(TRow row) => Array.ConvertAll(columns, column => column.Cell(row));
}
