using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Turns what a receiver has shown into figures of its flow. They cover the whole flow, whatever the warm-up.</summary>
internal sealed class ParticleFigures(DisplayedState shown, ParticleProfile profile, FlowRecord record)
{
    /// <param name="end">The flow's end, as time since the first frame.</param>
    /// <param name="wire">The counters of the sender.</param>
    public void Add(Duration end, WireCounts wire)
    {
        int wrong = shown.Finish(end);
        DelaySummary delay = shown.Delays.Summarise(), age = shown.Ages.Summarise();
        record.Extra.AddRange(
        [
            ("valueDelayMs.mean", shown.MeanDelayMs),
            ("valueDelayMs.p50", delay.P50),
            ("valueDelayMs.p99", delay.P99),
            ("valueDelayMs.max", delay.Max),
            ("lateValuesPercent", Percent.Of(shown.LateValues, shown.Values)),
            ("ageMs.mean", shown.MeanAgeMs),
            ("ageMs.p99", age.P99),
            ("ageMs.max", age.Max),
            ("values", shown.Values),
            ("oldValues", shown.OldValues),
            ("wrongAtEnd", wrong),
            ("settledMs", shown.SettledAfter?.Milliseconds ?? double.NaN),
            ("sentKB", wire.Bytes / 1e3),
            ("resentKB", wire.ResentBytes / 1e3 ?? double.NaN),
        ]);
        record.AddSamples("valueDelayMs", shown.Delays);
        record.AddSamples("ageMs", shown.Ages);
        double[] ages = shown.AgesByFrame;
        record.Series.Add(TimeSeries.Moments($"{record.Name}.ageOverTimeMs", "ms",
            Enumerable.Range(0, ages.Length).Select(frame => profile.TimeOf(frame).Seconds).ToArray(), ages));
    }
}
