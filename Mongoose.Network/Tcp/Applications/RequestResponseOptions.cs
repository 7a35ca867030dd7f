using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>Of a client that asks and a server that answers: web pages, chunks of a video.</summary>
public sealed record RequestResponseOptions
{
    /// <summary>At least 1.</summary>
    public long RequestBytes { get; init; } = 300;

    /// <summary>Mean, at least 1.</summary>
    public long ResponseBytes { get; init; } = 100_000;

    /// <summary>Of the response.</summary>
    public Variation SizeVariation { get; init; } = Variation.Constant;

    /// <summary>Mean time until the next request.</summary>
    public Duration ThinkTime { get; init; } = Duration.FromSeconds(1);

    public Variation ThinkTimeVariation { get; init; } = Variation.Constant;

    /// <summary>
    /// The think time begins with the request instead of the end of its response, as that of a video player that keeps up; a response that takes
    /// longer delays the next request until it is there.
    /// </summary>
    public bool ThinkFromRequest { get; init; }
}
