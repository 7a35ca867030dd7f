namespace Mongoose.Testbed.Results;

/// <summary>What was asked for, defaults included.</summary>
public sealed record DemoConfig
{
    public double[] ThrottlesKbps { get; init; } = [];
    public double RttMs { get; init; }
    public double LossPercent { get; init; }

    /// <summary>Length of each run.</summary>
    public double Seconds { get; init; }

    public long Seed { get; init; }
    public bool Quick { get; init; }

    /// <summary>Viewers, each on a circuit of its own.</summary>
    public int Clients { get; init; } = 1;

    /// <summary>The version of the OpenSimulator that was run; null for the embedded region.</summary>
    public string? OpenSim { get; init; }
}
