using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.OpenSim;

/// <summary>What is run in a real OpenSim.</summary>
internal sealed record OpenSimDemoOptions : Workload
{
    public required OpenSimBin Bin { get; init; }

    /// <summary>The module's release tree; empty when there is none, and stock is run alone.</summary>
    public IReadOnlyList<ModuleFile> Module { get; init; } = [];

    /// <summary>The directory that <see cref="Module"/> was looked for in, if one was named.</summary>
    public string? ModuleDirectory { get; init; }

    /// <summary>Viewers that download textures at the same time, each on a circuit and a link of its own.</summary>
    public int Clients { get; init; } = 1;

    /// <summary>HTTP (TCP) and region (UDP) port; 0 takes a free one.</summary>
    public int Port { get; init; }

    internal override DemoConfig Config => base.Config with { Clients = Clients, OpenSim = Bin.Version };

    internal override string Arguments => $"opensim --bin {Bin.Directory} --clients {Clients} {base.Arguments}";
}
