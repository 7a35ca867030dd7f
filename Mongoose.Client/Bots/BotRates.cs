using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A bot's mean rates over its whole seconds in a region; NaN if there are none.</summary>
/// <param name="RequestedKbps">The rate that its controller requested.</param>
/// <param name="ReceivedKbps">UDP payload received.</param>
internal readonly record struct BotRates(double RequestedKbps, double ReceivedKbps)
{
    public static BotRates From(Bot bot)
    {
        (BotSample Before, BotSample Sample)[] seconds = bot.Samples.Zip(bot.Samples.Skip(1))
            .Where(pair => pair is { First.State: BotState.InRegion, Second.State: BotState.InRegion }).ToArray();
        return seconds.Length == 0
            ? new BotRates(double.NaN, double.NaN)
            : new BotRates(
                seconds.Average(second => second.Sample.Requested.KilobitsPerSecond),
                seconds.Average(second => ReceivedIn(second.Before, second.Sample).KilobitsPerSecond));
    }

    /// <summary>UDP payload received in the second that ends with a sample.</summary>
    public static DataRate ReceivedIn(in BotSample before, in BotSample sample) =>
        DataRate.Of(sample.Counters.Bytes - before.Counters.Bytes, Duration.FromSeconds(1));

    /// <summary>Received by HTTP in that second, headers included.</summary>
    public static DataRate ByHttpIn(in BotSample before, in BotSample sample) =>
        DataRate.Of(sample.Counters.HttpBytes - before.Counters.HttpBytes, Duration.FromSeconds(1));
}
