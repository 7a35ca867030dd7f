using System.Globalization;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>A result as plain text: its bands and, unless circuits are compared, its stats over the runs.</summary>
internal static class ResultText
{
    public static void Write(TextWriter text, TestbedResult result)
    {
        bool several = result.Runs.Length > 1;
        int width = result.Summary.Names.Max(name => name.Length);
        foreach ((string name, SampleSummary summary) in result.Summary)
        {
            if (summary.N > 0 && result.Pair is null)
                text.WriteLine($"  {name.PadRight(width)}  {Number(summary.Mean),10}"
                    + $"{(several ? $"  ± {Number(summary.High95 - summary.Mean)}" : "")}");
        }
        foreach (BandResult band in result.Bands)
            text.WriteLine($"  {Line(band)}{(band.Claim.Length > 0 ? $" ({band.Claim})" : "")}");
        text.WriteLine();
    }

    /// <summary>The verdict, the figure, and the expected range.</summary>
    public static string Line(BandResult band) => $"{Verdict(band)}: {band.Stat} {Number(band.Value)}, expected {Range(band)}";

    private static string Verdict(BandResult band) => band.Verdict switch
    {
        BandVerdict.Pass => "holds",
        BandVerdict.Fail => $"FAILS by {Number(band.By)}",
        _ => "NOT MEASURED",
    };

    private static string Range(BandResult band) => (band.Min, band.Max) switch
    {
        ({ } min, { } max) => $"{Number(min)} to {Number(max)}",
        ({ } min, null) => $"at least {Number(min)}",
        (null, { } max) => $"at most {Number(max)}",
        _ => "anything",
    };

    private static string Number(double value) => double.IsNaN(value) ? "-" : value.ToString(Math.Abs(value) switch
    {
        0 => "0",
        >= 1000 => "0",
        >= 100 => "0.0",
        >= 1 => "0.00",
        _ => "0.0000",
    }, CultureInfo.InvariantCulture);
}
