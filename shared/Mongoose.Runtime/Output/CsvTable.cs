namespace Mongoose.Runtime.Output;

/// <summary>A table as comma-separated values, with the columns' names in the first line. Lines end with LF.</summary>
/// <typeparam name="TRow">The data of a row.</typeparam>
public sealed class CsvTable<TRow>
{
    private readonly TableColumns<TRow, CsvField> _columns;

    /// <param name="columns">The columns, from left to right.</param>
    /// <exception cref="ArgumentException">Two columns have the same name, so that a reader would take one for the other.</exception>
    public CsvTable(params (string Name, Func<TRow, CsvField> Value)[] columns)
    {
        if (columns.GroupBy(column => column.Name).FirstOrDefault(name => name.Count() > 1) is { } twice)
            throw new ArgumentException($"the table has the column {twice.Key} twice", nameof(columns));
        _columns = new TableColumns<TRow, CsvField>(columns);
    }

    /// <summary>The number of decimals to keep; null keeps full precision.</summary>
    public int? Decimals { get; init; } = FiniteDoubleConverter.Decimals;

    /// <summary>Writes a table line by line: its rows need not fit into memory.</summary>
    public void Write(TextWriter text, IEnumerable<TRow> rows)
    {
        WriteLine(text, Array.ConvertAll<string, CsvField>(_columns.Names, name => name));
        foreach (TRow row in rows)
            WriteLine(text, _columns.Cells(row));
    }

    /// <summary>A table that fits into memory.</summary>
    public string Text(IEnumerable<TRow> rows) => CsvLine.TextOf(text => Write(text, rows));

    /// <summary>One row with the end of its line, for a file that has the columns' names already.</summary>
    public string Line(TRow row) => CsvLine.TextOf(text => WriteLine(text, _columns.Cells(row)));

    private void WriteLine(TextWriter text, CsvField[] fields)
    {
        CsvLine.Write(text, fields, Decimals);
        text.Write('\n');
    }
}
