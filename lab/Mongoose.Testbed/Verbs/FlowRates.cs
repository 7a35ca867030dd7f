using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>The current rate of each flow, measured since the previous call.</summary>
internal sealed class FlowRates
{
    /// <summary>More flows would not fit on one line.</summary>
    private const int MaxFlows = 6;

    private readonly Dictionary<string, long> _before = [];
    private Duration _at;

    /// <returns>Texts such as "stock 739 kbit/s", one per flow that has delivered something since.</returns>
    public IEnumerable<string> Next(Duration elapsed, IReadOnlyList<FlowProgress> flows)
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
        foreach ((string name, long bytes, _, _) in flows)
        {
            long before = _before.GetValueOrDefault(name);
            _before[name] = bytes;
            if (bytes > before && rates.Count < MaxFlows)
                rates.Add(
                    string.Create(CultureInfo.InvariantCulture, $"{name} {DataRate.Of(bytes - before, time).KilobitsPerSecond:0} kbit/s"));
        }
        return rates;
    }
}
