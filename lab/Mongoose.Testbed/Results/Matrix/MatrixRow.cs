namespace Mongoose.Testbed.Results.Matrix;

/// <summary>One run of a matrix of experiments: the level of each factor, its outcome, and its stats.</summary>
internal sealed record MatrixRow
{
    /// <summary>The outcome of a completed run.</summary>
    public const string Done = "done";

    /// <summary>The levels in the order of the matrix's factors, as text from the file.</summary>
    public required IReadOnlyList<string> Levels { get; init; }

    /// <summary><see cref="Done"/>, or the reason why there are no stats.</summary>
    public string Outcome { get; init; } = Done;

    public OrderedMap<double> Stats { get; init; } = [];

    /// <summary>The row's key: its levels as a CSV line.</summary>
    public string Key => KeyOf(Levels);

    public static string KeyOf(IEnumerable<string> levels) => CsvLine.Format(levels.Select(level => (CsvField)level));

    /// <summary>The levels for readers, each after the name of its factor.</summary>
    public static string Describe(IEnumerable<string> factors, IEnumerable<string> levels) =>
        string.Join(", ", factors.Zip(levels, (factor, level) => $"{factor} {level}"));

    /// <summary>
    /// The row as it is read back from a file: stats that were not measured are left out, the others are in the order of their names. So a
    /// run has the same row in the process that measured it, and in one that reads it.
    /// </summary>
    public MatrixRow Normalised()
    {
        OrderedMap<double> stats = [];
        foreach ((string name, double value) in Stats.Where(stat => double.IsFinite(stat.Value))
            .OrderBy(stat => stat.Key, StringComparer.Ordinal))
            stats.Add(name, value);
        return this with { Levels = [.. Levels], Outcome = Outcome.ReplaceLineEndings(" "), Stats = stats };
    }

    /// <summary>
    /// The first difference to the other row's outcome and stats, in words; null if there is none. Both rows are normalised.
    /// </summary>
    public string? DifferenceTo(MatrixRow other)
    {
        if (Outcome != other.Outcome)
            return $"the outcome is {Outcome}, not {other.Outcome}";
        string? stat = Stats.Names.Union(other.Stats.Names).FirstOrDefault(name => TextOf(name) != other.TextOf(name));
        return stat is null ? null : $"{stat} is {TextOf(stat)}, not {other.TextOf(stat)}";
    }

    private string TextOf(string stat) => Stats.TryGet(stat, out double value) ? CsvLine.Format([value]) : "missing";
}
