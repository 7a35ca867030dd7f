namespace Mongoose.Testbed.Results.Matrix;

/// <summary>
/// Collects the rows of a matrix from several files, each of which has some of its runs, into one file. The parts are not modified.
/// </summary>
/// <param name="path">The file for all rows. If it exists, its rows count like those of a part.</param>
/// <param name="factors">The factors of the matrix.</param>
/// <param name="runs">The levels of all runs, in their order.</param>
internal sealed class MatrixMerge(string path, string[] factors, IReadOnlyList<IReadOnlyList<string>> runs)
{
    private readonly Dictionary<string, int> _places = runs.Select((levels, place) => (Key: MatrixRow.KeyOf(levels), Place: place))
        .ToDictionary(run => run.Key, run => run.Place);
    private readonly SortedDictionary<int, (MatrixRow Row, string Path)> _rows = [];
    private readonly List<MatrixPart> _parts = [];

    /// <summary>The parts that were read, without the file for all rows.</summary>
    public IReadOnlyList<MatrixPart> Parts => _parts;

    /// <summary>The numbers of the runs that no file has, from 0.</summary>
    public IEnumerable<int> Missing => Enumerable.Range(0, runs.Count).Where(run => !_rows.ContainsKey(run));

    /// <summary>The number of runs that the file for all rows had before, and no part has.</summary>
    public int OnlyInFile => _rows.Keys.Except(_parts.SelectMany(part => part.Runs)).Count();

    /// <summary>Reads the parts, and returns their problems; if there are any, nothing may be written.</summary>
    public IReadOnlyList<string> Read(IEnumerable<string> parts)
    {
        List<string> problems = [];
        if (File.Exists(path) && new FileInfo(path).Length > 0)
            Attempt(() => ReadPart(path));
        foreach (string part in parts)
            Attempt(() => _parts.Add(ReadPart(part)));
        return problems;

        void Attempt(Action read)
        {
            try
            {
                read();
            }
            catch (ResultFormatException e)
            {
                problems.Add(e.Message);
            }
        }
    }

    /// <summary>Writes all rows as a single process would after all runs; returns the rows of the matrix's runs.</summary>
    /// <exception cref="ResultFormatException">The file exists and is not a matrix.</exception>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public MatrixTable Write()
    {
        MatrixFile file = MatrixFile.Open(path, factors);
        file.Arrange(runs, _rows.Values.Select(row => row.Row).Where(row => !file.Contains(row.Levels)).ToArray());
        return file.Select(runs);
    }

    private MatrixPart ReadPart(string part)
    {
        string text = MatrixText.ReadFile(part);
        MatrixTable table = MatrixText.Parse(part, text);
        if (table.DifferenceToFactors(factors) is { } difference)
            throw new ResultFormatException(part, difference);
        List<int> own = [];
        foreach (MatrixRow row in table.Rows)
        {
            if (!_places.TryGetValue(row.Key, out int place))
                continue;
            Take(part, place, row);
            own.Add(place);
        }
        return new MatrixPart(part, own, table.Rows.Count - own.Count, !text.EndsWith('\n'));
    }

    private void Take(string part, int place, MatrixRow row)
    {
        if (_rows.TryAdd(place, (row, part)))
            return;
        (MatrixRow other, string otherPart) = _rows[place];
        if (row.DifferenceTo(other) is { } difference)
        {
            throw new ResultFormatException(part,
                $"its run {MatrixRow.Describe(factors, row.Levels)} is not that of {otherPart}: {difference}; "
                    + "merge only one of the two files, or delete one of the rows");
        }
    }
}

/// <summary>The contribution of one file to a matrix.</summary>
/// <param name="Path">The file.</param>
/// <param name="Runs">The numbers of its runs, from 0.</param>
/// <param name="Others">The number of its rows that are not of these runs.</param>
/// <param name="EndsIncomplete">Whether its last line is incomplete: a row that was being written.</param>
internal sealed record MatrixPart(string Path, IReadOnlyList<int> Runs, int Others, bool EndsIncomplete);
