using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>Of an application that is busy from time to time.</summary>
public sealed record OnOffOptions
{
    /// <summary>Mean time of having data without end.</summary>
    public Duration On { get; init; } = Duration.FromSeconds(1);

    /// <summary>Mean time of having none.</summary>
    public Duration Off { get; init; } = Duration.FromSeconds(1);

    /// <summary>Of both times.</summary>
    public Variation Variation { get; init; } = Variation.Exponential;
}
