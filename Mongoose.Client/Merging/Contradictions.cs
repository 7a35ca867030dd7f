using System.Globalization;
using Mongoose.Client.Results;

namespace Mongoose.Client.Merging;

/// <summary>Why parts cannot be of the same run: nothing is merged then, because no sum of them means anything.</summary>
internal static class Contradictions
{
    /// <summary>How many differing options a message names, and how many messages there are.</summary>
    private const int MostOptions = 4, MostLines = 10;

    private static readonly (string Key, Func<BotRunResult, object?> Of)[] Options =
    [
        ("shards", result => result.Shards),
        ("engine", result => result.Engine),
        ("loginUri", result => result.LoginUri),
        ("botCount", result => result.BotCount),
        ("firstName", result => result.FirstName),
        ("lastName", result => result.LastName),
        ("from", result => result.From),
        ("start", result => result.Start),
        ("startAt", result => result.StartAt),
        ("seconds", result => result.Seconds),
        ("loginDelayMs", result => result.LoginDelayMs),
        ("loginRetries", result => result.LoginRetries),
        ("silenceS", result => result.SilenceS),
        ("controller", result => result.Controller),
        ("activity", result => result.Activity),
        ("teleportTo", result => result.TeleportTo),
        ("listedTextures", result => result.ListedTextures),
        ("http", result => result.Http),
        ("seed", result => result.Seed),
        ("minRateKbps", result => result.MinRateKbps),
        ("maxRateKbps", result => result.MaxRateKbps),
        ("rateKbps", result => result.RateKbps),
        ("fairSegmentBytes", result => result.FairSegmentBytes),
    ];

    /// <param name="parts">The parts, in the order of their shards.</param>
    /// <returns>A line each; none if the parts agree.</returns>
    public static IReadOnlyList<string> Of(IReadOnlyList<Part> parts)
    {
        if (parts.Count == 0)
            return [];
        string[] lines = [.. parts.Zip(parts.Skip(1)).Where(pair => pair.First.Result.Shard == pair.Second.Result.Shard).Select(Twice),
            .. parts.Skip(1).Select(part => Differences(parts[0], part)).OfType<string>()];
        return lines.Length <= MostLines ? lines : [.. lines[..MostLines], $"and {lines.Length - MostLines} more contradictions"];
    }

    private static string Twice((Part First, Part Second) pair) =>
        $"shard {pair.First.Result.Shard} is in two files: {pair.First.File} and {pair.Second.File}";

    private static string? Differences(Part first, Part other)
    {
        string[] differences = Options.Where(option => !Equals(option.Of(first.Result), option.Of(other.Result)))
            .Select(option => $"{option.Key} {Text(option.Of(first.Result))} and {Text(option.Of(other.Result))}").ToArray();
        if (differences.Length == 0)
            return null;
        string more = differences.Length > MostOptions ? $", and {differences.Length - MostOptions} more" : "";
        return $"{first.File} and {other.File} are of different runs: {string.Join(", ", differences.Take(MostOptions))}{more}";
    }

    private static string Text(object? value) => value switch
    {
        null or double.NaN => "none",
        "" => "\"\"",
        DateTimeOffset time => time.UtcDateTime.ToString("o", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };
}
