using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Client.Commands;

/// <summary>A bot in its last second.</summary>
internal sealed record BotView(
    string Name, BotState State, string Failure, DataRate Requested, DataRate Received, double WindowBytes, Duration? RoundTrip, long LossEvents)
{
    public static BotView Of(Bot bot)
    {
        BotSample last = bot.Samples.Count > 0 ? bot.Samples[^1] : default;
        BotSample before = bot.Samples.Count > 1 ? bot.Samples[^2] : default;
        return new BotView(bot.Name, bot.State, bot.Failure == default ? "" : ResultNames.Of(bot.Failure), last.Requested,
            BotRates.ReceivedIn(before, last), last.WindowBytes, last.RoundTrip, last.Counters.LossEvents);
    }
}
