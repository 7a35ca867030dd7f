namespace OpenSim.Framework.Console;

public class ConsoleDisplayList
{
    private readonly List<string> _rows = [];

    public void AddRow(object key, object value) => _rows.Add($"{key} : {value}");

    public override string ToString() => string.Concat(_rows.Select(row => row + "\n"));
}

public class ConsoleDisplayTable
{
    private readonly List<string> _columns = [];
    private readonly List<object[]> _rows = [];

    public void AddColumn(string name, int width) => _columns.Add(name);

    public void AddRow(params object[] cells) => _rows.Add(cells);

    /// <summary>
    /// For tests: one line per row, with cells separated by bars. Like the original, it requires as many cells as columns.
    /// </summary>
    public override string ToString()
    {
        if (_rows.Any(row => row.Length != _columns.Count))
            throw new FormatException("the number of cells in a row differs from the number of columns");
        return string.Concat(_rows.Prepend([.. _columns]).Select(row => string.Join("|", row) + "\n"));
    }
}
