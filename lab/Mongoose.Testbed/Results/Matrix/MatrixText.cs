using System.Globalization;

namespace Mongoose.Testbed.Results.Matrix;

/// <summary>A matrix as CSV: the columns are the factors, the outcome, then the stats.</summary>
internal static class MatrixText
{
    /// <summary>The column that separates factors from stats.</summary>
    private const string OutcomeColumn = "outcome";

    /// <summary>The whole text of a file, which may end in an incomplete line.</summary>
    /// <exception cref="ResultFormatException">The file cannot be read.</exception>
    public static string ReadFile(string path)
    {
        if (path.Length == 0)
            throw new ResultFormatException("\"\"", "the path is empty");
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ResultFormatException(path, "there is no such file", e);
        }
        catch (Exception e) when (PathFault.Is(e))
        {
            throw new ResultFormatException(path, Directory.Exists(path) ? "it is a folder, not a file" : e.Message, e);
        }
    }

    /// <summary>The text without an incomplete last line, which is a row that was being written.</summary>
    public static string CompleteLines(string text) => text[..(text.LastIndexOf('\n') + 1)];

    /// <summary>The columns of a file.</summary>
    public static CsvTable<MatrixRow> Columns(IEnumerable<string> factors, IEnumerable<string> stats) => new(
    [
        .. factors.Select((factor, index) => (factor, LevelOf(index))),
        (OutcomeColumn, row => row.Outcome),
        .. stats.Select(stat => (stat, ValueOf(stat))),
    ])
    { Decimals = null };

    /// <summary>Reads the complete lines of a text.</summary>
    /// <exception cref="ResultFormatException">The text is not a matrix.</exception>
    public static MatrixTable Parse(string path, string text)
    {
        // A spreadsheet, or Git on Windows, may have changed the line ends.
        string[] lines = CompleteLines(text).Split('\n')[..^1]
            .Select(line => line.EndsWith('\r') ? line[..^1] : line).ToArray();
        string[] header = lines.Length > 0 ? CsvLine.Fields(lines[0]) : [];
        int outcome = Array.IndexOf(header, OutcomeColumn);
        if (outcome < 1)
            throw new ResultFormatException(path, $"not a matrix: the first line has no factor before the column {OutcomeColumn}");
        HashSet<string> keys = [];
        List<MatrixRow> rows = [];
        for (int i = 1; i < lines.Length; i++)
        {
            string[] fields = CsvLine.Fields(lines[i]);
            if (fields.Length != header.Length)
                throw new ResultFormatException(path, $"line {i + 1} has {fields.Length} fields, but the first line has {header.Length}");
            MatrixRow row = new()
            {
                Levels = fields[..outcome],
                Outcome = fields[outcome],
                Stats = ReadStats(path, i + 1, header[(outcome + 1)..], fields[(outcome + 1)..]),
            };
            if (!keys.Add(row.Key))
                throw new ResultFormatException(path, $"line {i + 1} repeats the row {row.Key}");
            rows.Add(row.Normalised());
        }
        return new MatrixTable(header[..outcome], rows);
    }

    private static Func<MatrixRow, CsvField> LevelOf(int index) => row => row.Levels[index];

    private static Func<MatrixRow, CsvField> ValueOf(string stat) => row => row.Stats.TryGet(stat, out double value) ? value : double.NaN;

    private static OrderedMap<double> ReadStats(string path, int line, string[] names, string[] fields)
    {
        OrderedMap<double> stats = [];
        foreach ((string name, string field) in names.Zip(fields).Where(stat => stat.Second.Length > 0))
        {
            if (!double.TryParse(field, NumberStyles.Float, CultureInfo.InvariantCulture, out double value))
                throw new ResultFormatException(path, $"line {line}, {name}: {field} is not a number");
            if (stats.TryGet(name, out _))
                throw new ResultFormatException(path, $"the first line has the column {name} twice");
            stats.Add(name, value);
        }
        return stats;
    }
}
