namespace Mongoose.Testbed.Scenarios;

/// <summary>What a scenario runs on.</summary>
public enum ClockKind
{
    /// <summary>Simulated time: the same seed gives the same result.</summary>
    Sim,
    /// <summary>The host's clock, real sockets and, for TCP, the kernel's.</summary>
    Real,
}
