using System.Numerics;
using Mongoose.Core.Settings;

namespace Mongoose.Voice.Conferences;

/// <summary>The settings of a source.</summary>
public sealed record SourceOptions
{
    [Setting("name", IsRequired = true, Pattern = "^.{1,63}$", Range = "1 to 63 characters",
        Text = "the source's CNAME, or its peer's name")]
    public string Name { get; init; } = "";

    [Setting("position", Unit = "m", Min = -1_000_000, Max = 1_000_000, Default = "none", Text = "x, y, z")]
    public IReadOnlyList<double> Coordinates { get; init; } = [];

    [Setting("score", Min = -100, Max = 100, Unit = "dB", Text = "importance, added to its loudness")]
    public double Score { get; init; }

    [Setting("team", Pattern = "^.{0,63}$", Range = "at most 63 characters",
        Text = "voices of a team are mixed before those of different teams")]
    public string Team { get; init; } = "";

    [Setting("pinned", Text = "alone before all others")]
    public bool IsPinned { get; init; }

    /// <summary>The source's position, if it has one.</summary>
    public Vector3? Position => Coordinates.Count == 3 ? new Vector3((float)Coordinates[0], (float)Coordinates[1], (float)Coordinates[2])
        : null;
}
