using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Verbs;

/// <summary>What each flow delivers at present: the rate since the last look.</summary>
internal sealed class FlowRates
{
    /// <summary>More would not fit a line.</summary>
    private const int MaxFlows = 6;

    private readonly Dictionary<string, long> _before = [];
    private Duration _at;

    /// <returns>Such as "stock 739 kbit/s", one to each flow that has delivered something since.</returns>
    public IEnumerable<string> Next(Duration elapsed, IReadOnlyList<(string Name, long Bytes)> delivered)
    {
        if (elapsed < _at)
        {
            // Another run has begun.
            _at = Duration.Zero;
            _before.Clear();
        }
        Duration time = elapsed - _at;
        _at = elapsed;
        List<string> rates = [];
        foreach ((string name, long bytes) in delivered)
        {
            long before = _before.GetValueOrDefault(name);
            _before[name] = bytes;
            if (bytes > before && rates.Count < MaxFlows)
                rates.Add(string.Create(CultureInfo.InvariantCulture, $"{name} {DataRate.Of(bytes - before, time).KilobitsPerSecond:0} kbit/s"));
        }
        return rates;
    }
}
