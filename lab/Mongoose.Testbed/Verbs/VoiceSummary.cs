using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Verbs;

/// <summary>The key figures of a demo of voices, as its page has them.</summary>
internal static class VoiceSummary
{
    public static void Write(TextWriter text, TestbedResult result)
    {
        foreach (FigureSpec table in result.Figures.Where(figure => figure.Rows.Length > 0))
        {
            text.WriteLine();
            TextTable.Write(text,
            [
                ["", .. table.Columns],
                .. table.Rows.Select(row => (string[])[row.Label, .. row.Stats.Select(stat => Figures.Significant(result.Mean(stat)))]),
            ]);
        }
        text.WriteLine();
    }
}
