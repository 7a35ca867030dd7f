using System.Text.Json.Serialization;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Results;

/// <summary>A part of a merged result: what one process measured.</summary>
internal sealed record RunPart
{
    /// <summary>The file, as named when the parts were merged.</summary>
    public required string File { get; init; }

    public required int Shard { get; init; }
    public required BotHost Host { get; init; }
    public required string EngineVersion { get; init; }
    public required string Command { get; init; }

    /// <summary>When the part began by its host's clock, in UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <inheritdoc cref="BotRunResult.GridClockAheadS"/>
    public required double GridClockAheadS { get; init; }

    /// <summary>
    /// The time by which the part began after --start-at or, without that option, after the earliest part. NaN if the part was interrupted
    /// before --start-at.
    /// </summary>
    public required double LateS { get; init; }

    public required double LengthS { get; init; }
    public required bool Interrupted { get; init; }
    public required int Bots { get; init; }
    public required int Arrived { get; init; }
    public required int Failed { get; init; }
    public required double ReceivedKbps { get; init; }
    public required double P95RttMs { get; init; }
    public required double P99TimerLatenessMs { get; init; }
    public required double CpuCores { get; init; }
    public required double PeakMemoryMB { get; init; }

    /// <summary>A note for the table of parts; empty if the part ran well.</summary>
    [JsonIgnore]
    public string Note => string.Join(", ", new[]
    {
        Interrupted ? "interrupted" : "", Failed > 0 ? $"{Failed} failed" : "",
        P99TimerLatenessMs > TimerLateness.Tolerable.Milliseconds ? "late timers" : "",
    }.Where(note => note.Length > 0));
}
