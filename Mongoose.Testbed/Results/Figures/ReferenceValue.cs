using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Figures;

/// <summary>A value to hold the data against, such as a fair share or a figure of a paper: a line across the value axis.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record ReferenceValue
{
    public required double Value { get; init; }
    public string Label { get; init; } = "";

    /// <summary>When given, a single mark at this x and not a line.</summary>
    public double? X { get; init; }
}
