using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>The machine that bots ran on.</summary>
internal sealed record BotHost
{
    public string Name { get; init; } = "";

    /// <summary>The processor model; empty if the system does not report it.</summary>
    public string CpuModel { get; init; } = "";

    public int Cores { get; init; }

    public static BotHost Here() =>
        new() { Name = Environment.MachineName, CpuModel = HostProperties.CpuModel, Cores = Environment.ProcessorCount };
}
