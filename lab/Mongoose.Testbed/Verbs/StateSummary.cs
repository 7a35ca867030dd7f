using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>The figures of each peer's displayed state, a line per peer.</summary>
internal static class StateSummary
{
    private const string First = ".wrongAtEnd";

    private static readonly (string Title, string Stat, Func<double, string> Text)[] Columns =
    [
        ("age p99 ms", "ageMs.p99", Figures.Whole),
        ("delay p50 ms", "valueDelayMs.p50", Figures.Whole),
        ("p99 ms", "valueDelayMs.p99", Figures.Whole),
        ("wrong at end", "wrongAtEnd", Figures.Whole),
        ("all right after ms", "settledMs", Figures.Whole),
        ("sent kB", "sentKB", Figures.Whole),
        ("resent kB", "resentKB", Figures.Tenths),
    ];

    public static void Write(TextWriter text, TestbedResult result)
    {
        IEnumerable<string> peers = result.Summary.Names.Where(name => name.EndsWith(First, StringComparison.Ordinal))
            .Select(name => name[..^First.Length]);
        text.WriteLine();
        TextTable.Write(text,
        [
            ["peer", .. Columns.Select(column => column.Title)],
            .. peers.Select(peer => (string[])[peer, .. Columns.Select(column => column.Text(result.Mean($"{peer}.{column.Stat}")))]),
        ]);
        text.WriteLine();
    }
}
