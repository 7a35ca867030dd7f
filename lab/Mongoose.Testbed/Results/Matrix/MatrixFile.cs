namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// A matrix of experiments as a CSV file that grows by one row per completed run, so that an interrupted matrix, whatever the cause, keeps
/// every complete row and can be resumed. An incomplete last line is a row that was being written; it is removed. The columns of stats are
/// in the order of their names, so that they do not depend on which run was the first to have a stat. Any thread may add rows.
/// </summary>
internal sealed class MatrixFile
{
    private readonly object _gate = new();
    private int _columnsInFile;
    private readonly string _path;
    private readonly string[] _factors;
    private readonly SortedSet<string> _stats = new(StringComparer.Ordinal);
    private readonly List<MatrixRow> _rows = [];
    private readonly HashSet<string> _keys = [];

    private MatrixFile(string path, string[] factors) => (_path, _factors) = (path, factors);

    public MatrixTable Table
    {
        get
        {
            lock (_gate)
                return new MatrixTable(_factors, [.. _rows]);
        }
    }

    /// <summary>The rows of the given cells, if present.</summary>
    public MatrixTable Select(IEnumerable<IReadOnlyList<string>> cells)
    {
        HashSet<string> keys = cells.Select(MatrixRow.KeyOf).ToHashSet();
        lock (_gate)
            return new MatrixTable(_factors, [.. _rows.Where(row => keys.Contains(row.Key))]);
    }

    /// <summary>Opens a matrix to resume it, or creates a new one.</summary>
    /// <exception cref="ResultFormatException">The file has other factors, or is not a matrix.</exception>
    /// <exception cref="OutputException">The path cannot be written.</exception>
    public static MatrixFile Open(string path, params string[] factors)
    {
        string text = File.Exists(path) ? MatrixText.ReadFile(path) : "";
        MatrixFile file = new(path, factors);
        if (MatrixText.CompleteLines(text).Length > 0)
        {
            MatrixTable table = MatrixText.Parse(path, text);
            if (table.DifferenceToFactors(factors) is { } difference)
                throw new ResultFormatException(path, $"{difference}; use another file, or delete this one");
            foreach (MatrixRow row in table.Rows)
                file.Take(row);
        }
        if (file.Text() is var whole && whole != text)
            OutputFile.Write(path, whole);
        file._columnsInFile = file._stats.Count;
        return file;
    }

    /// <summary>Reads a file without modifying it.</summary>
    /// <exception cref="ResultFormatException">The file is not a matrix, or cannot be read.</exception>
    public static MatrixTable Read(string path) => MatrixText.Parse(path, MatrixText.ReadFile(path));

    /// <summary>Whether the file has the cell, whatever its outcome.</summary>
    public bool Contains(IEnumerable<string> levels)
    {
        lock (_gate)
            return _keys.Contains(MatrixRow.KeyOf(levels));
    }

    /// <summary>Adds a row. If it has new stats, the whole file is rewritten.</summary>
    /// <exception cref="ArgumentException">The file already has the cell, or the row does not have one level per factor.</exception>
    /// <exception cref="OutputException">The file cannot be written; the row is not in it.</exception>
    public void Add(MatrixRow row)
    {
        lock (_gate)
        {
            Take(row.Normalised());
            // The file may lack columns of earlier rows too, if it could not be rewritten for them.
            if (_stats.Count > _columnsInFile)
                Rewrite();
            else
                OutputFile.Append(_path, MatrixText.Columns(_factors, _stats).Line(_rows[^1]));
        }
    }

    /// <summary>Adds rows and sorts all by the order of their cells, so that the file does not depend on the order of completion.</summary>
    /// <exception cref="ArgumentException">The file already has a cell, or a row does not have one level per factor.</exception>
    /// <exception cref="OutputException">The file cannot be written; it is unchanged.</exception>
    public void Arrange(IEnumerable<IReadOnlyList<string>> cells, IEnumerable<MatrixRow>? added = null)
    {
        lock (_gate)
        {
            foreach (MatrixRow row in added ?? [])
                Take(row.Normalised());
            Dictionary<string, int> places = [];
            foreach (IReadOnlyList<string> cell in cells)
                places.TryAdd(MatrixRow.KeyOf(cell), places.Count);
            MatrixRow[] ordered = _rows.OrderBy(row => places.GetValueOrDefault(row.Key, int.MaxValue)).ToArray();
            _rows.Clear();
            _rows.AddRange(ordered);
            Rewrite();
        }
    }

    private void Take(MatrixRow row)
    {
        if (row.Levels.Count != _factors.Length || row.Levels.Any(level => level.Contains('\n')))
            throw new ArgumentException($"a row needs one single-line level for each of {string.Join(", ", _factors)}", nameof(row));
        if (!_keys.Add(row.Key))
            throw new ArgumentException($"the file already has the row {row.Key}", nameof(row));
        _rows.Add(row);
        _stats.UnionWith(row.Stats.Names);
    }

    private void Rewrite()
    {
        OutputFile.Write(_path, Text());
        _columnsInFile = _stats.Count;
    }

    private string Text() => MatrixText.Columns(_factors, _stats).Text(_rows);
}
