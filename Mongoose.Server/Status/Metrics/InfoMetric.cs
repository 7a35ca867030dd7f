using Mongoose.Core.Shaping;
using Mongoose.Server.Configuration;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Metrics;

/// <summary>The metric that says which versions run.</summary>
internal static class InfoMetric
{
    public static Metric Of(MongooseSettings settings) => new("mongoose_info", MetricKind.Gauge, "Always 1; the labels are the versions and the service order.", () =>
    [
        new Sample(1, ("version", Decision.Version), ("opensim", Decision.OpenSimVersion),
            ("order", settings.Sending.Shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin")),
    ]);
}
