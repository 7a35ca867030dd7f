using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>What was measured of one direction of a link in one run.</summary>
/// <param name="Name">As in <c>bottleneck.down</c>.</param>
/// <param name="Stats">By name, in order.</param>
/// <param name="Series">With the link's name before their own.</param>
internal sealed record LinkRecord(string Name, IReadOnlyList<(string Name, double Value)> Stats, IReadOnlyList<DataSeries> Series);
