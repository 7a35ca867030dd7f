using System.Globalization;
using System.Text;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// A matrix of experiments as a CSV file that grows by one row per completed run, so that an interrupted matrix, whatever the cause, keeps every
/// complete row and can be resumed. The columns are the factors, the outcome, then the stats. An incomplete last line is a row that was being
/// written; it is removed. Any thread may add rows.
/// </summary>
internal sealed class MatrixFile
{
    /// <summary>The column that separates factors from stats.</summary>
    public const string OutcomeColumn = "outcome";

    private readonly object _gate = new();
    private readonly string _path;
    private readonly string[] _factors;
    private readonly List<string> _stats = [];
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
        string text = File.Exists(path) ? ReadText(path) : "";
        string whole = CompleteLines(text);
        if (whole.Length == 0)
        {
            MatrixFile empty = new(path, factors);
            OutputFile.Write(path, empty.Header());
            return empty;
        }
        MatrixFile file = Parse(path, whole);
        if (!file._factors.SequenceEqual(factors))
        {
            throw new ResultFormatException(path,
                $"its factors are {string.Join(", ", file._factors)}, not {string.Join(", ", factors)}; use another file, or delete this one");
        }
        if (whole.Length < text.Length)
            OutputFile.Write(path, whole);
        return file;
    }

    /// <summary>Reads a file without modifying it.</summary>
    /// <exception cref="ResultFormatException">The file is not a matrix, or cannot be read.</exception>
    public static MatrixTable Read(string path) => Parse(path, CompleteLines(ReadText(path))).Table;

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
            bool newStats = Take(row with { Outcome = row.Outcome.ReplaceLineEndings(" "), Levels = [.. row.Levels] });
            if (newStats)
                OutputFile.Write(_path, Text());
            else
                OutputFile.Append(_path, Line(_rows[^1]));
        }
    }

    /// <summary>Sorts the rows by the order of their cells, so that the file does not depend on the order of completion.</summary>
    /// <exception cref="OutputException">The file cannot be written; it is unchanged.</exception>
    public void Arrange(IEnumerable<IReadOnlyList<string>> cells)
    {
        lock (_gate)
        {
            Dictionary<string, int> places = [];
            foreach (IReadOnlyList<string> cell in cells)
                places.TryAdd(MatrixRow.KeyOf(cell), places.Count);
            MatrixRow[] ordered = _rows.OrderBy(row => places.GetValueOrDefault(row.Key, int.MaxValue)).ToArray();
            _rows.Clear();
            _rows.AddRange(ordered);
            OutputFile.Write(_path, Text());
        }
    }

    private static string ReadText(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultFormatException(path, e.Message, e);
        }
    }

    private static string CompleteLines(string text) => text[..(text.LastIndexOf('\n') + 1)];

    private static MatrixFile Parse(string path, string text)
    {
        string[] lines = text.Split('\n')[..^1];
        string[] header = lines.Length > 0 ? CsvTable.Fields(lines[0]) : [];
        int outcome = Array.IndexOf(header, OutcomeColumn);
        if (outcome < 1)
            throw new ResultFormatException(path, $"not a matrix: the first line has no factor before the column {OutcomeColumn}");
        MatrixFile file = new(path, header[..outcome]);
        file._stats.AddRange(header[(outcome + 1)..]);
        for (int i = 1; i < lines.Length; i++)
        {
            string[] fields = CsvTable.Fields(lines[i]);
            if (fields.Length != header.Length)
                throw new ResultFormatException(path, $"line {i + 1} has {fields.Length} fields, but the first line has {header.Length}");
            if (file.Contains(fields[..outcome]))
                throw new ResultFormatException(path, $"line {i + 1} repeats the row {MatrixRow.KeyOf(fields[..outcome])}");
            file.Take(new MatrixRow { Levels = fields[..outcome], Outcome = fields[outcome], Stats = file.ReadStats(fields, i + 1) });
        }
        return file;
    }

    private OrderedMap<double> ReadStats(string[] fields, int line)
    {
        OrderedMap<double> stats = [];
        for (int i = 0; i < _stats.Count; i++)
        {
            string field = fields[_factors.Length + 1 + i];
            if (field.Length == 0)
                continue;
            if (!double.TryParse(field, NumberStyles.Float, CultureInfo.InvariantCulture, out double value))
                throw new ResultFormatException(_path, $"line {line}, {_stats[i]}: {field} is not a number");
            stats.Add(_stats[i], value);
        }
        return stats;
    }

    /// <summary>Adds the row; returns whether it has stats for which the file has no column.</summary>
    private bool Take(MatrixRow row)
    {
        if (row.Levels.Count != _factors.Length || row.Levels.Any(level => level.Contains('\n')))
            throw new ArgumentException($"a row needs one single-line level for each of {string.Join(", ", _factors)}", nameof(row));
        if (!_keys.Add(row.Key))
            throw new ArgumentException($"the file already has the row {row.Key}", nameof(row));
        _rows.Add(row);
        string[] fresh = row.Stats.Names.Except(_stats).ToArray();
        _stats.AddRange(fresh);
        return fresh.Length > 0;
    }

    private string Text() => _rows.Aggregate(new StringBuilder(Header()), (text, row) => text.Append(Line(row))).ToString();

    private string Header() => CsvTable.Line([.. _factors, OutcomeColumn, .. _stats], decimals: null) + "\n";

    private string Line(MatrixRow row) => CsvTable.Line(
        [.. row.Levels, row.Outcome, .. _stats.Select(stat => row.Stats.TryGet(stat, out double value) ? (object?)value : null)],
        decimals: null) + "\n";
}
