using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Metrics;

namespace Mongoose.Server.Status.Metrics;

/// <summary>The visitors who suffer, by cause.</summary>
internal static class HarmMetric
{
    /// <param name="latest">Returns the last diagnosis.</param>
    public static Metric Of(Func<Diagnosis> latest) => new("mongoose_harmed_visitors", MetricKind.Gauge,
        "Visitors who suffer, by what harms them most.", () =>
        {
            ILookup<Cause?, Verdict> harmed = latest().Visitors
                .Where(verdict => verdict.IsHarmed && !verdict.Visitor.Figures.IsChild).ToLookup(verdict => verdict.Cause);
            return Cause.All.Select(cause => new Sample(harmed[cause].Count(), ("by", cause.Label)));
        });
}
