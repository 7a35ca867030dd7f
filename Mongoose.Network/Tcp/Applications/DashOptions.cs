using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>Of a player that fetches a video in chunks of several representations. The defaults are those of CAIA report 160826A, section III.B.</summary>
public sealed record DashOptions
{
    private static readonly double[] ReportKbps = [500, 1000, 5000];

    /// <summary>Rates of the video, in the order in which a cycle fetches them; at least one.</summary>
    public IReadOnlyList<DataRate> Representations { get; init; } = ReportKbps.Select(DataRate.FromKilobitsPerSecond).ToArray();

    /// <summary>How much video a chunk has: its size is that times the representation's rate.</summary>
    public Duration Chunk { get; init; } = Duration.FromSeconds(5);

    /// <summary>From one chunk of a cycle to the next.</summary>
    public Duration Interval { get; init; } = Duration.FromSeconds(2);

    /// <summary>From one cycle to the next; at least the intervals of one.</summary>
    public Duration Cycle { get; init; } = Duration.FromSeconds(10);

    public long RequestBytes { get; init; } = 300;
}
