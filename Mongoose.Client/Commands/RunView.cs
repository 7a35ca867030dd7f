using Mongoose.Client.Bots;
using Mongoose.Core.Units;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Commands;

/// <summary>A snapshot of a run, taken on the run's thread to be shown on another thread.</summary>
/// <param name="Elapsed">The time since the run began.</param>
/// <param name="Length">The planned length.</param>
/// <param name="Bots">All bots.</param>
/// <param name="HasHttp">Whether they fetch their scene by HTTP.</param>
internal sealed record RunView(Duration Elapsed, Duration Length, IReadOnlyList<BotView> Bots, bool HasHttp)
{
    /// <summary>The progress of the run, such as <c>5 of 60 s</c>.</summary>
    public string Progress => FormattableString.Invariant($"{Elapsed.Seconds:0} of {Length.Seconds:0} s");

    public int InRegion => Bots.Count(bot => bot.State == BotState.InRegion);

    public int Failed => Bots.Count(bot => bot.State == BotState.Failed);

    public DataRate Requested => Sum(bot => bot.Requested);

    public DataRate Received => Sum(bot => bot.Received);

    public DataRate ReceivedByHttp => Sum(bot => bot.ReceivedByHttp);

    public static RunView From(BotRun run, Instant now) =>
        new(now - run.Began, run.PlannedEnd - run.Began, run.Bots.Select(BotView.From).ToArray(), run.FetchesByHttp);

    private DataRate Sum(Func<BotView, DataRate> rate) =>
        Bots.Where(bot => bot.State == BotState.InRegion).Aggregate(DataRate.Zero, (sum, bot) => sum + rate(bot));
}

/// <summary>A bot's figures in its last second.</summary>
internal sealed record BotView(
    string Name, BotState State, string Failure, DataRate Requested, DataRate Received, DataRate ReceivedByHttp, double WindowBytes,
    Duration? RoundTrip, long LossEvents)
{
    public static BotView From(Bot bot)
    {
        BotSample last = bot.Samples.Count > 0 ? bot.Samples[^1] : default;
        BotSample before = bot.Samples.Count > 1 ? bot.Samples[^2] : default;
        return new BotView(bot.Name, bot.State, bot.Failure == default ? "" : ResultNames.Of(bot.Failure), last.Requested,
            BotRates.ReceivedIn(before, last), BotRates.ByHttpIn(before, last), last.WindowBytes, last.RoundTrip, last.Counters.LossEvents);
    }
}
