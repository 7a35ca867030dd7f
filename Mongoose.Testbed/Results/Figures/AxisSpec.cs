using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Figures;

/// <summary>An axis; what is not given is taken from the data.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record AxisSpec
{
    public string? Title { get; init; }

    /// <summary>Of the values as they are: nothing is converted.</summary>
    public string? Unit { get; init; }

    public bool Log { get; init; }

    /// <summary>Where the axis begins; without it at 0, or where the data do if the axis is logarithmic or the data are negative.</summary>
    public double? Min { get; init; }

    /// <summary>Where the axis ends; what lies beyond is drawn at the end.</summary>
    public double? Max { get; init; }
}
