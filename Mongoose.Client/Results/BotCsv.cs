using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The results as tables: bots.csv has a line for each bot, seconds.csv one for each bot and second.</summary>
internal static class BotCsv
{
    private const string BotsFile = "bots.csv", SecondsFile = "seconds.csv";

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory) => CsvFolder.CheckWritable(directory, BotsFile, SecondsFile);

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void Write(BotRunResult result, string directory) =>
        CsvFolder.Write(directory, (BotsFile, Bots(result)), (SecondsFile, Seconds(result)));

    internal static CsvTable Bots(BotRunResult result)
    {
        CsvTable table = new("bot", "number", "state", "failure", "message", "controller", "arrived_s", "over_s", "arrival_ms",
            "mean_requested_kbps", "mean_received_kbps", "p50_rtt_ms", "p95_rtt_ms", "bytes_received", "packets_received", "packets_lost",
            "packets_reordered", "loss_events", "textures", "teleports", "failed_teleports", "longest_stall_s", "login_retries");
        foreach (BotResult bot in result.Bots)
        {
            table.Add(bot.Name, bot.Number, ResultNames.Of(bot.State), ResultNames.Of(bot.Failure), bot.Message, bot.Controller,
                bot.ArrivedS, bot.OverS, bot.ArrivalMs, bot.MeanRequestedKbps, bot.MeanReceivedKbps, bot.P50RttMs, bot.P95RttMs,
                bot.BytesReceived, bot.PacketsReceived, bot.PacketsLost, bot.PacketsReordered, bot.LossEvents,
                bot.Textures, bot.Teleports, bot.FailedTeleports, bot.LongestStallS, bot.LoginRetries);
        }
        return table;
    }

    internal static CsvTable Seconds(BotRunResult result)
    {
        string[] channels = [.. result.Bots.Select(bot => bot.Seconds).OfType<BotSeries>().FirstOrDefault()?.Bytes.Keys ?? []];
        CsvTable table = new(["bot", "second", "requested_kbps", "received_kbps", "window_bytes", "ssthresh_bytes", "rtt_ms", "loss_events",
            "lost_packets", "teleports", .. channels.Select(channel => channel + "_bytes")]);
        foreach (BotResult bot in result.Bots)
        {
            if (bot.Seconds is not { } series)
                continue;
            for (int i = 0; i < series.Second.Length; i++)
            {
                table.Add([bot.Name, series.Second[i], series.RequestedKbps[i], series.ReceivedKbps[i], series.WindowBytes[i],
                    series.SsthreshBytes[i], series.RttMs[i], series.LossEvents[i], series.LostPackets[i], series.Teleports[i],
                    .. channels.Select(channel => (object)series.Bytes[channel][i])]);
            }
        }
        return table;
    }
}
