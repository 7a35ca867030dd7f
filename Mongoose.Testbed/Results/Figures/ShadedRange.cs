using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Figures;

/// <summary>A range of the value axis that is shaded, such as a band that is expected.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record ShadedRange
{
    public required double From { get; init; }
    public required double To { get; init; }
    public string Label { get; init; } = "";
}
