using System.Text.Json;
using Mongoose.Client.Results;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Merging;

/// <summary>Reads the files of parts.</summary>
internal static class PartReader
{
    /// <summary>Reads a part, and forgets its bots' seconds.</summary>
    /// <exception cref="UnreadablePartException">The file cannot be read, or is not a part of a run.</exception>
    public static Part Read(string file, CancellationToken cancellation)
    {
        BotRunResult result = ReadWhole(file, cancellation);
        string[] channels = result.Bots.Select(bot => bot.Seconds).OfType<BotSeries>().SelectMany(series => series.Bytes.Keys)
            .Distinct().ToArray();
        return new Part(file, result with { Bots = result.Bots.Select((bot, i) => Kept(result, bot, i)).ToArray() }, channels);
    }

    /// <inheritdoc cref="Read"/>
    /// <summary>Reads a part with its bots' seconds.</summary>
    public static BotRunResult ReadWhole(string file, CancellationToken cancellation)
    {
        try
        {
            using FileStream stream = new(Existing(file), FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 1);
            BotRunResult result = BotJson.Read(stream, cancellation);
            PartCheck.Check(result);
            return result;
        }
        catch (Exception exception) when (exception is JsonException || PathFault.Is(exception))
        {
            throw new UnreadablePartException($"{file}: {Reason(exception)}", exception);
        }
    }

    /// <summary>Reads a part again with its bots' seconds.</summary>
    /// <exception cref="UnreadablePartException">The file cannot be read, or contains another part now.</exception>
    public static BotRunResult ReadAgain(Part part, CancellationToken cancellation)
    {
        BotRunResult again = ReadWhole(part.File, cancellation);
        return IdentityOf(again) == IdentityOf(part.Result)
            ? again
            : throw new UnreadablePartException($"{part.File} changed while it was read");
    }

    private static (DateTimeOffset, double, string) IdentityOf(BotRunResult result) => (result.StartedAt, result.LengthS, result.Command);

    private static BotResult Kept(BotRunResult result, BotResult bot, int place) =>
        bot with { Seconds = null, Number = result.Schema == BotRunResult.EarlierSchemaName ? place : bot.Number };

    private static string Existing(string file) => Directory.Exists(file) ? throw new IOException("it is a directory") : file;

    private static string Reason(Exception exception) => exception switch
    {
        FileNotFoundException or DirectoryNotFoundException => "no such file",
        UnauthorizedAccessException => "permission denied",
        _ => exception.Message.ReplaceLineEndings(" "),
    };
}

/// <summary>A file cannot be read as a part of a run. The message is for the user: it contains the file and the reason.</summary>
internal sealed class UnreadablePartException(string message, Exception? inner = null) : Exception(message, inner);
