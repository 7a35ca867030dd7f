namespace Mongoose.Testbed.Scenarios;

/// <summary>The places in which the flows of a scenario can run.</summary>
internal enum PlaceKind
{
    /// <summary>Simulated time and network: the same seed gives the same result.</summary>
    Simulated,

    /// <summary>The host's clock and loopback interface, with emulated links in this process.</summary>
    Loopback,

    /// <summary>Two network namespaces with one link between them, for traffic from the kernel.</summary>
    Namespaces,

    /// <summary>Temporary standalones of a real OpenSimulator, with emulated links in this process.</summary>
    OpenSim,

    /// <summary>Such standalones in a network namespace, viewers in another, and one line between, for traffic from the kernel.</summary>
    OpenSimHosts,
}
