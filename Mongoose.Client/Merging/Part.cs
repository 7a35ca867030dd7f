using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Client.Merging;

/// <summary>A part that was read. Its bots' seconds are not kept.</summary>
/// <param name="File">The file, as the user has named it.</param>
/// <param name="Result">The result in the file.</param>
/// <param name="Channels">The channels of its bots' seconds.</param>
internal sealed record Part(string File, BotRunResult Result, IReadOnlyList<string> Channels)
{
    /// <summary>The part's number, from 0.</summary>
    public int Shard => Result.Request.Shard.Index;

    /// <summary>The part in messages.</summary>
    public string Name => $"shard {Shard} ({File}{(Result.Host.Name.Length > 0 ? $", {Result.Host.Name}" : "")})";

    public bool HasHistograms => Result.Schema != BotRunResult.EarlierSchemaName;

    /// <summary>How late timers were at the 99th percentile, in ms; NaN if that was not measured.</summary>
    public double P99TimerLatenessMs => RunSummary.P99LatenessMs(Result.Histograms.TimerLatenessMs);

    /// <summary>The time from a moment to the part's beginning; negative if the part began before.</summary>
    public Duration After(DateTimeOffset moment) => Duration.FromSeconds((Result.StartedAt - moment).TotalSeconds);

    public static string Text(Duration time) => time.Seconds.ToString("0.00 s", CultureInfo.InvariantCulture);
}
