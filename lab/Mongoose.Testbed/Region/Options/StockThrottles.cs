using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Options;

/// <summary>
/// OpenSim's conversion of the rates that a viewer requests. It applies to both outbound loops, because Mongoose leaves it to OpenSim.
/// </summary>
internal static class StockThrottles
{
    /// <summary>The maximum of OpenSim's client_throttle_max_bps: 1 000 000 bytes/s.</summary>
    public static readonly DataRate LargestClientMaximum = DataRate.FromBytesPerSecond(1_000_000);

    /// <summary>OpenSim's default for client_throttle_max_bps: 640 000 bytes/s.</summary>
    public static readonly DataRate DefaultClientMaximum = DataRate.FromBytesPerSecond(640_000);

    private static readonly int[] BytesPerSecondBeforeRequest = [6625, 9125, 1750, 1750, 18500, 18500, 10500];
    private static readonly int[] MinBytesPerSecond = [1000, 1000, 50, 50, 1000, 1000, 1000];

    /// <summary>The rates until the first AgentThrottle arrives.</summary>
    public static ChannelRates Default
    {
        get
        {
            ChannelRates rates = default;
            for (int i = 0; i < ChannelRates.Count; i++)
                rates[i] = DataRate.FromBytesPerSecond(BytesPerSecondBeforeRequest[i]);
            return rates;
        }
    }

    /// <summary>
    /// Clamps each channel to its floor (1000 bytes/s; 50 for wind and cloud) and to <paramref name="maximum"/>, then scales all channels
    /// down if their sum exceeds the maximum.
    /// </summary>
    public static ChannelRates FromRequest(in ChannelRates requested, DataRate maximum)
    {
        ChannelRates rates = default;
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            DataRate floor = DataRate.FromBytesPerSecond(MinBytesPerSecond[i]);
            rates[i] = DataRate.Min(maximum, DataRate.Max(floor, requested[i]));
        }
        DataRate total = rates.Total;
        return total > maximum ? rates.Scaled(maximum / total) : rates;
    }
}
