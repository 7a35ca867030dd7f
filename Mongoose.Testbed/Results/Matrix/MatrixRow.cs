namespace Mongoose.Testbed.Results.Matrix;

/// <summary>One cell of a matrix of experiments: the level of each factor, how it ended, and its stats.</summary>
public sealed record MatrixRow
{
    /// <summary>The outcome of a cell that was run to its end.</summary>
    public const string Done = "done";

    /// <summary>In the order of the matrix's factors; text as it stands in the file.</summary>
    public required IReadOnlyList<string> Levels { get; init; }

    /// <summary><see cref="Done"/>, or why there are no stats.</summary>
    public string Outcome { get; init; } = Done;

    public OrderedMap<double> Stats { get; init; } = [];

    /// <summary>What identifies the row: its levels, as a line of CSV has them.</summary>
    public string Key => KeyOf(Levels);

    public static string KeyOf(IEnumerable<string> levels) => CsvTable.Line(levels, decimals: null);
}
