using System.Text.Json;

namespace Mongoose.Testbed.Results;

/// <summary>What was run.</summary>
public sealed record ScenarioInfo
{
    public required string Name { get; init; }
    public string Title { get; init; } = "";

    /// <summary>sim or real.</summary>
    public string Clock { get; init; } = "sim";

    /// <summary>Of one run, warm-up included.</summary>
    public double Seconds { get; init; }

    /// <summary>From the start of a run; left out of every stat, not of the series.</summary>
    public double WarmUpSeconds { get; init; }

    /// <summary>All that were asked for: an interrupted result has fewer runs.</summary>
    public long[] Seeds { get; init; } = [];

    /// <summary>The scenario's own JSON; null for what was not read from a file.</summary>
    public JsonElement? Source { get; init; }

    /// <summary>Text for <see cref="Source"/>; comments and trailing commas are left out.</summary>
    /// <exception cref="JsonException">It is not JSON.</exception>
    public static JsonElement Echo(string json)
    {
        using JsonDocument document = JsonDocument.Parse(json, LenientJson.Options);
        return document.RootElement.Clone();
    }
}
