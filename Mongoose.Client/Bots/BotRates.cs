using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A bot's mean rates over its whole seconds in a region; NaN if there are none.</summary>
/// <param name="RequestedKbps">What its controller asked for.</param>
/// <param name="ReceivedKbps">UDP payload that came.</param>
internal readonly record struct BotRates(double RequestedKbps, double ReceivedKbps)
{
    /// <summary>Whether it had a whole second in a region.</summary>
    public bool AreMeasured => !double.IsNaN(ReceivedKbps);

    public static BotRates Of(Bot bot)
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

    /// <summary>UDP payload that came in the second that ends with a sample.</summary>
    public static DataRate ReceivedIn(in BotSample before, in BotSample sample) =>
        DataRate.Of(sample.Counters.Bytes - before.Counters.Bytes, Duration.FromSeconds(1));
}
