using Mongoose.Client.Bots;
using Mongoose.Core.Units;

namespace Mongoose.Client.Results;

/// <summary>Round trips of one or more bots, in milliseconds.</summary>
internal sealed class RoundTrips(IEnumerable<Bot> bots)
{
    private readonly float[] _sorted = [.. bots.SelectMany(bot => bot.Figures.RoundTripsMs).Order()];

    public RoundTripFigures Figures => new(Percentile(0.5), Percentile(0.95), Percentile(0.99), Percentile(1));

    public DelayCounts Histogram => DelayCounts.From(_sorted.Select(roundTrip => Duration.FromMilliseconds(roundTrip)));

    /// <summary>The smallest round trip that at least the given share of all do not exceed (nearest rank); NaN if there are none.</summary>
    /// <param name="share">0 to 1.</param>
    public double Percentile(double share) =>
        _sorted.Length == 0 ? double.NaN : _sorted[Math.Clamp((int)Math.Ceiling(share * _sorted.Length) - 1, 0, _sorted.Length - 1)];
}

/// <summary>Percentiles of round trips in milliseconds; NaN if there are none.</summary>
internal readonly record struct RoundTripFigures(double P50, double P95, double P99, double Max);
