namespace Mongoose.Tests.Simulators.Causes.Figures;

/// <summary>What one second was like, by means outside the product.</summary>
internal sealed record Sample
{
    /// <summary>Seconds since the beginning of the watch.</summary>
    public required double At { get; init; }

    /// <summary>Processor time of the simulator, in cores.</summary>
    public required double Cores { get; init; }

    /// <summary>Processor time by name of its threads, in cores; only those above one hundredth.</summary>
    public required IReadOnlyDictionary<string, double> Threads { get; init; }

    /// <summary>Time for which the quota stopped threads, all together, in seconds per second.</summary>
    public required double Throttled { get; init; }

    /// <summary>Processor time of all programs of the host, in cores.</summary>
    public required double HostCores { get; init; }

    /// <summary>How often the heartbeat's thread slept: once a frame, and when it waited.</summary>
    public required double HeartbeatSleeps { get; init; }

    public required SimStats Region { get; init; }

    public required IReadOnlyList<VisitorSample> Visitors { get; init; }
}

/// <summary>What one second was like for a visitor.</summary>
/// <param name="Kbps">What arrived by the circuit.</param>
/// <param name="AgeMs">The mean age of what the visitor saw of the walker.</param>
/// <param name="MaxAgeMs">The greatest age.</param>
/// <param name="WaitingBytes">The bytes that waited in the line at the end.</param>
internal sealed record VisitorSample(double Kbps, double AgeMs, double MaxAgeMs, long WaitingBytes);
