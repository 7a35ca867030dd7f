using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Region.Outbound;

namespace Mongoose.Testbed.Results;

/// <summary>
/// One server on one circuit. The first eight members are promised to scripts (see <see cref="DemoResult.SchemaName"/>);
/// rates are of 1000 bit/s.
/// </summary>
public sealed record RunResult
{
    public const string Stock = OutboundNames.Stock;
    public const string Mongoose = OutboundNames.Mongoose;

    public required string Server { get; init; }
    public required double ThrottleKbps { get; init; }
    public required double RttMs { get; init; }
    public required double GoodputKbps { get; init; }

    /// <summary>The share of the circuit that the goodput is, 0 to 1.</summary>
    public double Utilisation { get; init; }

    public DelaySummary TaskDelayMs { get; init; } = DelaySummary.Empty;

    /// <summary>Until the last of the timed textures was complete, from arrival; null when that was not within the run.</summary>
    public double? TextureSeconds { get; init; }

    /// <summary>Of one core: the region's thread of the embedded server, the whole process of an OpenSimulator.</summary>
    public double CpuPercent { get; init; }

    public double LossPercent { get; init; }
    public long Resends { get; init; }

    /// <summary>How often the server held a packet back because too much was unacknowledged; null when it does not tell.</summary>
    public long? AckStalls { get; init; }

    /// <summary>Circuits that the figures are the mean of.</summary>
    public int Circuits { get; init; } = 1;

    /// <summary>Jain's index of the circuits' goodputs: 1 when all are alike.</summary>
    public double FairnessIndex { get; init; } = 1;

    public ChannelResult[] Channels { get; init; } = [];
    public RunSeries Series { get; init; } = RunSeries.Empty;
}
