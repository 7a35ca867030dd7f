using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Turns what a receiver has shown into figures of its flow. They cover the whole flow, whatever the warm-up.</summary>
internal sealed class ParticleFigures(DisplayedState shown, ParticleProfile profile, FlowRecord record)
{
    /// <param name="end">The flow's end, from the first frame on.</param>
    /// <param name="wire">The counters of the sender.</param>
    public void Add(Duration end, WireCounts wire)
    {
        int wrong = shown.Finish(end);
        DelaySummary delay = shown.Delays.Summarise(), age = shown.Ages.Summarise();
        record.Extra.Add(("valueDelayMs.mean", shown.MeanDelayMs));
        record.Extra.Add(("valueDelayMs.p50", delay.P50));
        record.Extra.Add(("valueDelayMs.p99", delay.P99));
        record.Extra.Add(("valueDelayMs.max", delay.Max));
        record.Extra.Add(("lateValuesPercent", Percent.Of(shown.LateValues, shown.Values)));
        record.Extra.Add(("ageMs.mean", shown.MeanAgeMs));
        record.Extra.Add(("ageMs.p99", age.P99));
        record.Extra.Add(("ageMs.max", age.Max));
        record.Extra.Add(("values", shown.Values));
        record.Extra.Add(("oldValues", shown.OldValues));
        record.Extra.Add(("wrongAtEnd", wrong));
        record.Extra.Add(("settledMs", shown.SettledAfter?.Milliseconds ?? double.NaN));
        record.Extra.Add(("sentKB", wire.Bytes / 1e3));
        record.Extra.Add(("resentKB", wire.ResentBytes / 1e3 ?? double.NaN));
        AddSeries();
    }

    private void AddSeries()
    {
        if (shown.Delays.Count > 0)
            record.Series.Add(SampleSeries.From($"{record.Name}.valueDelayMs", shown.Delays));
        if (shown.Ages.Count > 0)
            record.Series.Add(SampleSeries.From($"{record.Name}.ageMs", shown.Ages));
        double[] ages = shown.AgesByFrame;
        record.Series.Add(TimeSeries.Moments($"{record.Name}.ageOverTimeMs", "ms",
            Enumerable.Range(0, ages.Length).Select(frame => profile.TimeOf(frame).Seconds).ToArray(), ages));
    }
}
