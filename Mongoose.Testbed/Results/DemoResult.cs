namespace Mongoose.Testbed.Results;

/// <summary>A whole demo: what was run, where, and what came out. The report can be drawn from a saved one.</summary>
internal sealed record DemoResult
{
    /// <summary>The number goes up when a key is renamed, removed or changes its meaning; new keys leave it.</summary>
    public const string SchemaName = "mongoose-demo/1";

    public string Schema { get; init; } = SchemaName;
    public required string Version { get; init; }
    public required DateTimeOffset Started { get; init; }

    /// <summary>True when the user stopped the demo: <see cref="Runs"/> then has what was measured until then.</summary>
    public bool Interrupted { get; init; }

    /// <summary>The command line that does the same again.</summary>
    public required string Command { get; init; }

    public required HostInfo Host { get; init; }
    public required DemoConfig Config { get; init; }
    public RunResult[] Runs { get; init; } = [];
}

/// <summary>What was asked for, defaults included.</summary>
internal sealed record DemoConfig
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

    /// <summary>Rate of the slow line of the last pair; 0: there is none.</summary>
    public double LineKbps { get; init; }

    /// <summary>The version of the OpenSimulator that was run; null for the embedded region.</summary>
    public string? OpenSim { get; init; }
}
