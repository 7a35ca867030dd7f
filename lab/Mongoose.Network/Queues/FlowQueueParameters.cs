using Mongoose.Core.Settings;

namespace Mongoose.Network.Queues;

/// <summary>The parameters of RFC 8290's scheduler (section 5.2), with their defaults.</summary>
public sealed record FlowQueueParameters
{
    [Setting("flows", Min = 1, Max = 65_536, Text = "queues to which flows are hashed")]
    public int Flows { get; init; } = 1024;

    [Setting("quantumBytes", Min = 64, Max = 1_000_000, Unit = "bytes", Text = "bytes of a queue per turn; by default an Ethernet frame")]
    public int QuantumBytes { get; init; } = 1514;

    [Setting("dropBatch", Min = 1, Max = 65_536,
        Text = "maximum packets dropped from the longest queue at overflow, and at most half of its bytes (section 4.1)")]
    public int DropBatch { get; init; } = 64;

    [Setting("perturbation", Min = 0, Max = 1L << 53, Text = "salt of the hash, the same on every platform")]
    public long Perturbation { get; init; }
}
