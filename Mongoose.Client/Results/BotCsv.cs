using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The results as tables: bots.csv has a line for each bot, seconds.csv one for each bot and second.</summary>
internal static class BotCsv
{
    public const string BotsFile = "bots.csv";

    public const string SecondsFile = "seconds.csv";

    /// <summary>The columns of bots.csv.</summary>
    public static readonly CsvTable<BotResult> Bots = new(
        ("bot", bot => bot.Name),
        ("state", bot => ResultNames.Of(bot.State)),
        ("failure", bot => ResultNames.Of(bot.Failure)),
        ("message", bot => bot.Message),
        ("controller", bot => bot.Controller),
        ("arrived_s", bot => bot.ArrivedS),
        ("over_s", bot => bot.OverS),
        ("mean_requested_kbps", bot => bot.MeanRequestedKbps),
        ("mean_received_kbps", bot => bot.MeanReceivedKbps),
        ("p50_rtt_ms", bot => bot.P50RttMs),
        ("p95_rtt_ms", bot => bot.P95RttMs),
        ("bytes_received", bot => bot.BytesReceived),
        ("packets_received", bot => bot.PacketsReceived),
        ("packets_lost", bot => bot.PacketsLost),
        ("packets_reordered", bot => bot.PacketsReordered),
        ("loss_events", bot => bot.LossEvents),
        ("textures", bot => bot.Textures),
        ("teleports", bot => bot.Teleports),
        ("failed_teleports", bot => bot.FailedTeleports),
        ("longest_stall_s", bot => bot.LongestStallS),
        ("login_retries", bot => bot.LoginRetries),
        ("number", bot => bot.Number),
        ("arrival_ms", bot => bot.ArrivalMs),
        ("http_requests", bot => bot.HttpRequests),
        ("http_answers", bot => bot.HttpAnswers),
        ("http_failed", bot => bot.HttpFailed),
        ("http_retries", bot => bot.HttpRetries),
        ("http_repeats", bot => bot.HttpRepeats),
        ("http_timeouts", bot => bot.HttpTimeouts),
        ("http_bytes", bot => bot.HttpBytes),
        ("mean_http_kbps", bot => bot.MeanHttpKbps),
        ("p50_first_byte_ms", bot => bot.P50FirstByteMs),
        ("p95_first_byte_ms", bot => bot.P95FirstByteMs));

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory) => CsvFolder.CheckWritable(directory, BotsFile, SecondsFile);

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void Write(BotRunResult result, string directory)
    {
        string[] channels = [.. result.Bots.Select(bot => bot.Seconds).OfType<BotSeries>().FirstOrDefault()?.Bytes.Keys ?? []];
        CsvFolder.Write(directory,
            (BotsFile, text => Bots.Write(text, result.Bots)),
            (SecondsFile, text => Seconds(channels).Write(text, result.Bots.SelectMany(bot => SecondsOf(bot, shift: 0)))));
    }

    /// <summary>The columns of seconds.csv.</summary>
    /// <param name="channels">The channels that have a column; a bot may lack some.</param>
    public static CsvTable<BotSecond> Seconds(IEnumerable<string> channels) => new(
    [
        ("bot", second => second.Bot),
        ("second", second => second.Of(series => series.Second) + second.Shift),
        ("requested_kbps", second => second.Of(series => series.RequestedKbps)),
        ("received_kbps", second => second.Of(series => series.ReceivedKbps)),
        ("window_bytes", second => second.Of(series => series.WindowBytes)),
        ("ssthresh_bytes", second => second.Of(series => series.SsthreshBytes)),
        ("rtt_ms", second => second.Of(series => series.RttMs)),
        ("loss_events", second => second.Of(series => series.LossEvents)),
        ("lost_packets", second => second.Of(series => series.LostPackets)),
        ("teleports", second => second.Of(series => series.Teleports)),
        ("http_kbps", second => second.Of(series => series.HttpKbps)),
        .. channels.Select(channel => ($"{channel}_bytes", BytesOf(channel))),
    ]);

    /// <summary>The rows of a bot in seconds.csv; none if the result does not have its seconds.</summary>
    /// <param name="shift">How many seconds later the bot's time begins than the table's.</param>
    public static IEnumerable<BotSecond> SecondsOf(BotResult bot, double shift) => bot.Seconds is { } series
        ? Enumerable.Range(0, series.Second.Length).Select(index => new BotSecond(bot.Name, series, index, shift))
        : [];

    private static Func<BotSecond, CsvField> BytesOf(string channel) =>
        second => second.Of(series => series.Bytes.GetValueOrDefault(channel));
}

/// <summary>A second of a bot.</summary>
/// <param name="Series">All seconds of the bot.</param>
/// <param name="Index">The index of this second.</param>
/// <param name="Shift">How many seconds later the bot's time begins than the table's.</param>
internal readonly record struct BotSecond(string Bot, BotSeries Series, int Index, double Shift)
{
    /// <summary>The value of a column; NaN if the bot does not have the column.</summary>
    public double Of(Func<BotSeries, double[]?> column) => column(Series)?[Index] ?? double.NaN;
}
