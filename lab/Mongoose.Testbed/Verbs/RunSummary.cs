using System.Globalization;
using Mongoose.Testbed.Reports.Pairs;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>The summary of all results of one invocation: compared circuits, missed bands, problems.</summary>
internal sealed class RunSummary(IReadOnlyList<TestbedResult> results)
{
    /// <summary>On an idle host the 99th percentile of the link's timing error is a few tenths of a millisecond.</summary>
    private const double PoorTimingMs = 2;

    private readonly (string Scenario, BandResult Band)[] _bands =
        results.SelectMany(result => result.Bands.Select(band => (result.Scenario.Name, band))).ToArray();

    /// <summary>Problems that did not prevent runs from producing figures; one line each.</summary>
    public IEnumerable<string> Problems => results.SelectMany(result => result.Runs).SelectMany(run => run.Problems ?? []);

    public bool HasFailed => Missed.Any() || Problems.Any();

    private IEnumerable<(string Scenario, BandResult Band)> Missed => _bands.Where(entry => entry.Band.Verdict != BandVerdict.Pass);

    /// <param name="text">The text to which the human-readable summary is written.</param>
    /// <param name="report">The page with the charts; null for none.</param>
    public void Write(TextWriter text, string? report)
    {
        CircuitPair[] pairs = CircuitPair.FindAll(results);
        if (pairs.Length > 0)
            Write(text, pairs);
        foreach ((string scenario, BandResult band) in Missed)
            text.WriteLine($"{scenario}: {ResultText.Line(band)}");
        if (_bands.Length > 0)
            text.WriteLine($"{_bands.Length - Missed.Count()} of {_bands.Length} bands hold.");
        if (Missed.Any() && report is null)
            text.WriteLine("To see charts of the figures, add --report FILE.");
    }

    private void Write(TextWriter text, CircuitPair[] pairs)
    {
        foreach (string line in PairSummary.PlainText(PairSummary.Table(pairs)))
            text.WriteLine(line);
        text.WriteLine();
        text.WriteLine(PairSummary.Sentence(pairs));
        if (results.Select(result => result.Host?.LinkErrorMs).FirstOrDefault(error => error?.P99 >= 0) is not { } link)
            return;
        string trust = link.P99 > PoorTimingMs ? " The host was busy: differences in delay below that are not significant." : "";
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"Timing error of the emulated link, checked before the first run: "
                + $"{link.P50:0.0} ms at p50, {link.P99:0.0} ms at p99.{trust}"));
    }
}
