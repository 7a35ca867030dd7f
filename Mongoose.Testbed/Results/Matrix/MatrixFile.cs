using System.Globalization;
using System.Text;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// A matrix of experiments as CSV that grows by a row when a cell is done, so that whoever stops it, in whatever way, keeps every whole row and
/// goes on where it stopped. The columns are the factors, the outcome, then the stats. A last line without its end is a row that was being
/// written: it is cut off. Any thread may add rows.
/// </summary>
internal sealed class MatrixFile
{
    /// <summary>The column that parts factors from stats.</summary>
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

    /// <summary>Those of some cells that are there, and no others.</summary>
    public MatrixTable Select(IEnumerable<IReadOnlyList<string>> cells)
    {
        HashSet<string> keys = cells.Select(MatrixRow.KeyOf).ToHashSet();
        lock (_gate)
            return new MatrixTable(_factors, [.. _rows.Where(row => keys.Contains(row.Key))]);
    }

    /// <summary>Opens a matrix to go on with, or begins one.</summary>
    /// <exception cref="ResultFormatException">The file is of other factors, or is no matrix.</exception>
    /// <exception cref="OutputException">The path cannot be written.</exception>
    public static MatrixFile Open(string path, params string[] factors)
    {
        string text = File.Exists(path) ? ReadText(path) : "";
        string whole = Whole(text);
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
                $"its factors are {string.Join(", ", file._factors)}, not {string.Join(", ", factors)}; give another file, or delete this one");
        }
        if (whole.Length < text.Length)
            OutputFile.Write(path, whole);
        return file;
    }

    /// <summary>What a file has, without touching it.</summary>
    /// <exception cref="ResultFormatException">The file is no matrix, or cannot be read.</exception>
    public static MatrixTable Read(string path) => Parse(path, Whole(ReadText(path))).Table;

    /// <summary>Whether the cell is there already, however it ended.</summary>
    public bool Contains(IEnumerable<string> levels)
    {
        lock (_gate)
            return _keys.Contains(MatrixRow.KeyOf(levels));
    }

    /// <summary>Adds a row. One with stats that no row had before takes the whole file to be written anew.</summary>
    /// <exception cref="ArgumentException">The cell is there already, or has not a level to each factor.</exception>
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

    /// <summary>Writes the rows in the order of their cells, so that the file does not show which cell was done first.</summary>
    /// <exception cref="OutputException">The file cannot be written; it is as it was.</exception>
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

    private static string Whole(string text) => text[..(text.LastIndexOf('\n') + 1)];

    private static MatrixFile Parse(string path, string text)
    {
        string[] lines = text.Split('\n')[..^1];
        string[] header = lines.Length > 0 ? CsvTable.Fields(lines[0]) : [];
        int outcome = Array.IndexOf(header, OutcomeColumn);
        if (outcome < 1)
            throw new ResultFormatException(path, $"is no matrix: its first line has no factor before the column {OutcomeColumn}");
        MatrixFile file = new(path, header[..outcome]);
        file._stats.AddRange(header[(outcome + 1)..]);
        for (int i = 1; i < lines.Length; i++)
        {
            string[] fields = CsvTable.Fields(lines[i]);
            if (fields.Length != header.Length)
                throw new ResultFormatException(path, $"line {i + 1} has {fields.Length} fields, the first line {header.Length}");
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

    /// <summary>Whether the row brings stats that the file has no column for.</summary>
    private bool Take(MatrixRow row)
    {
        if (row.Levels.Count != _factors.Length || row.Levels.Any(level => level.Contains('\n')))
            throw new ArgumentException($"a row needs a level, of one line, to each of {string.Join(", ", _factors)}", nameof(row));
        if (!_keys.Add(row.Key))
            throw new ArgumentException($"the row {row.Key} is there already", nameof(row));
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
