using Mongoose.Core.Status.Metrics;
using Mongoose.Server.Configuration;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Metrics;

/// <summary>The metrics of the whole process: which versions run, and whether Mongoose does.</summary>
internal static class ProcessMetrics
{
    public static IReadOnlyList<Metric> Of(MongooseSettings settings) => [Info(settings), On];

    private static Metric On => new("mongoose_on", MetricKind.Gauge,
        "Whether Mongoose shapes circuits (1), or could not start or is disabled (0).",
        () => [new Sample(ModuleState.Current is { IsShaping: true } ? 1 : 0)]);

    private static Metric Info(MongooseSettings settings) => new("mongoose_info", MetricKind.Gauge,
        "Always 1; the labels are the versions and the service order.", () =>
    [
        new Sample(1, ("version", Decision.Version), ("opensim", Decision.OpenSimVersion),
            ("order", settings.OrderName)),
    ]);
}
