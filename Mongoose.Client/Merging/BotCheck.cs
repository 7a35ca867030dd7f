using System.Text.Json;
using Mongoose.Client.Results;

namespace Mongoose.Client.Merging;

/// <summary>Checks a bot of a file, as <see cref="PartCheck"/> checks the file.</summary>
internal static class BotCheck
{
    /// <summary>With this maximum, the sum over all bots of all shards fits into the summary.</summary>
    private const int MaxRetries = 1000;

    /// <exception cref="JsonException">A value is impossible; the message names it.</exception>
    public static void Check(BotResult bot)
    {
        string name = $"bots[] number {bot.Number}";
        PartCheck.Figure("bots[].loginRetries", bot.LoginRetries, MaxRetries);
        foreach (double figure in (double[])[bot.ArrivedS, bot.OverS, bot.ArrivalMs, bot.MeanRequestedKbps, bot.MeanReceivedKbps,
            bot.P50RttMs, bot.P95RttMs, bot.LongestStallS, bot.MeanHttpKbps, bot.P50FirstByteMs, bot.P95FirstByteMs])
            PartCheck.Figure($"{name}: a figure", figure);
        foreach (long count in Counts(bot))
            PartCheck.Figure($"{name}: a count", count);
        if (bot.PacketsReordered > bot.PacketsLost)
            throw new JsonException($"{name}: packetsReordered is {bot.PacketsReordered}: allowed are 0 to packetsLost, {bot.PacketsLost}");
        if (!Enum.IsDefined(bot.State) || !Enum.IsDefined(bot.Failure))
            throw new JsonException($"{name}: state or failure is none of the known ones");
        if (bot.Seconds is { } series)
        {
            PartCheck.Columns($"{name}: seconds", series.Second,
                [series.RequestedKbps, series.ReceivedKbps, series.WindowBytes, series.SsthreshBytes,
                series.RttMs, series.LossEvents, series.LostPackets, series.Teleports, series.HttpKbps ?? series.Teleports,
                .. series.Bytes.Values]);
        }
    }

    public static long MaxCount(BotResult bot) => Counts(bot).Max();

    private static long[] Counts(BotResult bot) =>
    [
        bot.BytesReceived, bot.PacketsReceived, bot.PacketsLost, bot.PacketsReordered, bot.LossEvents, bot.Textures, bot.Teleports,
        bot.FailedTeleports,
        bot.HttpRequests, bot.HttpAnswers, bot.HttpFailed, bot.HttpRetries, bot.HttpRepeats, bot.HttpTimeouts, bot.HttpBytes,
    ];
}
