using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The results as tables: bots.csv has a line for each bot, seconds.csv one for each bot and second.</summary>
internal static class BotCsv
{
    public const string BotsFile = "bots.csv";

    public const string SecondsFile = "seconds.csv";

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory) => CsvFolder.CheckWritable(directory, BotsFile, SecondsFile);

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void Write(BotRunResult result, string directory)
    {
        CsvFolder.Write(directory, (BotsFile, Bots(result)));
        WriteSeconds(directory, text => Seconds(text, result));
    }

    /// <summary>Writes the table of seconds, which may be too long for memory.</summary>
    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void WriteSeconds(string directory, Action<TextWriter> write) => OutputFile.Write(Path.Combine(directory, SecondsFile), write);

    internal static CsvTable Bots(BotRunResult result)
    {
        CsvTable table = new("bot", "state", "failure", "message", "controller", "arrived_s", "over_s", "arrival_ms",
            "mean_requested_kbps", "mean_received_kbps", "p50_rtt_ms", "p95_rtt_ms", "bytes_received", "packets_received", "packets_lost",
            "packets_reordered", "loss_events", "textures", "teleports", "failed_teleports", "longest_stall_s", "login_retries",
            "number", "arrival_ms");
        foreach (BotResult bot in result.Bots)
        {
            table.Add(bot.Name, ResultNames.Of(bot.State), ResultNames.Of(bot.Failure), bot.Message, bot.Controller,
                bot.ArrivedS, bot.OverS, bot.MeanRequestedKbps, bot.MeanReceivedKbps, bot.P50RttMs, bot.P95RttMs,
                bot.BytesReceived, bot.PacketsReceived, bot.PacketsLost, bot.PacketsReordered, bot.LossEvents,
                bot.Textures, bot.Teleports, bot.FailedTeleports, bot.LongestStallS, bot.LoginRetries,
                bot.Number, bot.ArrivalMs);
        }
        return table;
    }

    internal static void Seconds(TextWriter text, BotRunResult result)
    {
        string[] channels = [.. result.Bots.Select(bot => bot.Seconds).OfType<BotSeries>().FirstOrDefault()?.Bytes.Keys ?? []];
        CsvRows rows = new(text);
        SecondsHeader(rows, channels);
        foreach (BotResult bot in result.Bots)
            AddSeconds(rows, channels, bot, 0);
    }

    public static void SecondsHeader(CsvRows rows, IEnumerable<string> channels) => rows.Header(["bot", "second", "requested_kbps", "received_kbps",
        "window_bytes", "ssthresh_bytes", "rtt_ms", "loss_events", "lost_packets", "teleports", .. channels.Select(channel => channel + "_bytes")]);

    /// <param name="rows">The table.</param>
    /// <param name="channels">The channels of the header; a bot may lack some.</param>
    /// <param name="bot">The bot.</param>
    /// <param name="shift">How many seconds later than the table's time the bot's begins.</param>
    public static void AddSeconds(CsvRows rows, IEnumerable<string> channels, BotResult bot, double shift)
    {
        if (bot.Seconds is not { } series)
            return;
        double[]?[] columns = [series.RequestedKbps, series.ReceivedKbps, series.WindowBytes, series.SsthreshBytes, series.RttMs, series.LossEvents,
            series.LostPackets, series.Teleports, .. channels.Select(channel => series.Bytes.GetValueOrDefault(channel))];
        double[] row = new double[columns.Length + 1];
        for (int i = 0; i < series.Second.Length; i++)
        {
            row[0] = series.Second[i] + shift;
            for (int column = 0; column < columns.Length; column++)
                row[column + 1] = columns[column]?[i] ?? double.NaN;
            rows.Add(bot.Name, row);
        }
    }
}
