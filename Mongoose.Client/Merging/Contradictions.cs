using System.Globalization;
using Mongoose.Client.Requests;

namespace Mongoose.Client.Merging;

/// <summary>Why parts cannot be of the same run: nothing is merged then, because no sum of them means anything.</summary>
internal static class Contradictions
{
    /// <summary>The number of differing options that a message names, and of messages.</summary>
    private const int MaxOptions = 4, MaxLines = 10;

    private static readonly RecordedValue[] Common = RecordedValue.All.Where(value => !value.IsOfPart).ToArray();

    /// <param name="parts">The parts, in the order of their shards.</param>
    /// <returns>A line each; none if the parts agree.</returns>
    public static IReadOnlyList<string> Of(IReadOnlyList<Part> parts)
    {
        if (parts.Count == 0)
            return [];
        string[] lines = [.. parts.Zip(parts.Skip(1)).Where(pair => pair.First.Shard == pair.Second.Shard).Select(Twice),
            .. parts.Skip(1).Select(part => Differences(parts[0], part)).OfType<string>()];
        return lines.Length <= MaxLines ? lines : [.. lines[..MaxLines], $"and {lines.Length - MaxLines} more contradictions"];
    }

    private static string Twice((Part First, Part Second) pair) =>
        $"shard {pair.First.Shard} is in two files: {pair.First.File} and {pair.Second.File}";

    private static string? Differences(Part first, Part other)
    {
        BotRequest one = first.Result.Request, two = other.Result.Request;
        string[] differences = Common.Where(value => !Equals(value.Of(one), value.Of(two)))
            .Select(value => $"{value.Key} {Text(value.Of(one))} and {Text(value.Of(two))}").ToArray();
        if (differences.Length == 0)
            return null;
        string more = differences.Length > MaxOptions ? $", and {differences.Length - MaxOptions} more" : "";
        return $"{first.File} and {other.File} are of different runs: {string.Join(", ", differences.Take(MaxOptions))}{more}";
    }

    private static string Text(object? value) => value switch
    {
        null or double.NaN => "none",
        "" => "\"\"",
        DateTimeOffset time => time.UtcDateTime.ToString("o", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };
}
