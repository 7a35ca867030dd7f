namespace Mongoose.Client.Bots;

/// <summary>Round trips of one or more bots, in milliseconds.</summary>
internal sealed class RoundTrips
{
    private readonly float[] _sorted;

    public RoundTrips(IEnumerable<Bot> bots)
    {
        _sorted = bots.SelectMany(bot => bot.RoundTripsMs).ToArray();
        Array.Sort(_sorted);
    }

    /// <summary>The smallest round trip that at least the given share of all do not exceed (nearest rank); NaN if there are none.</summary>
    /// <param name="share">0 to 1.</param>
    public double Percentile(double share) =>
        _sorted.Length == 0 ? double.NaN : _sorted[Math.Clamp((int)Math.Ceiling(share * _sorted.Length) - 1, 0, _sorted.Length - 1)];
}
