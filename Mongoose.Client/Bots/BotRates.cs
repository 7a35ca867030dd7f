using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A bot's mean rates over its whole seconds in a region; NaN if there are none.</summary>
/// <param name="RequestedKbps">The rate that its controller requested.</param>
/// <param name="ReceivedKbps">UDP payload received.</param>
internal readonly record struct BotRates(double RequestedKbps, double ReceivedKbps)
{
    public static BotRates From(Bot bot)
    {
        double requested = 0, received = 0;
        int seconds = 0;
        for (int i = 1; i < bot.Samples.Count; i++)
        {
            BotSample before = bot.Samples[i - 1], sample = bot.Samples[i];
            if (before.State != BotState.InRegion || sample.State != BotState.InRegion)
                continue;
            seconds++;
            requested += sample.Requested.KilobitsPerSecond;
            received += ReceivedIn(before, sample).KilobitsPerSecond;
        }
        return seconds == 0 ? new BotRates(double.NaN, double.NaN) : new BotRates(requested / seconds, received / seconds);
    }

    /// <summary>UDP payload received in the second that ends with a sample.</summary>
    public static DataRate ReceivedIn(in BotSample before, in BotSample sample) =>
        DataRate.Of(sample.Counters.Bytes - before.Counters.Bytes, Duration.FromSeconds(1));

    /// <summary>Received by HTTP in that second, headers included.</summary>
    public static DataRate ByHttpIn(in BotSample before, in BotSample sample) =>
        DataRate.Of(sample.Counters.HttpBytes - before.Counters.HttpBytes, Duration.FromSeconds(1));
}
