using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>Points of history, the same in every run.</summary>
/// <param name="First">The number of the first point.</param>
/// <param name="Last">The number of the newest point.</param>
internal sealed record SampleSeries(long First, long Last)
{
    /// <summary>The points that a simulator keeps: ten minutes.</summary>
    public const int Kept = 600;

    /// <summary>Values around a mean.</summary>
    public JsonArray Around(double mean, double spread, int seed) => Of(number =>
        Math.Round(Math.Max(0, mean * (1 + spread * Math.Sin(number * 0.07 + seed) * Math.Cos(number * 0.031 * (1 + seed % 5)))), 2));

    /// <summary>Values by the number of their point.</summary>
    public JsonArray Of(Func<long, double> value) =>
        [.. Enumerable.Range(0, (int)Math.Max(0, Last - First + 1)).Select(index => (JsonNode)value(First + index))];
}
