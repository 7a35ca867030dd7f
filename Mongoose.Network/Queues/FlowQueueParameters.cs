namespace Mongoose.Network.Queues;

/// <summary>The parameters of RFC 8290's scheduler (section 5.2), with their defaults.</summary>
public sealed record FlowQueueParameters
{
    /// <summary>Queues that flows are hashed to.</summary>
    public int Flows { get; init; } = 1024;

    /// <summary>Bytes on the wire that a queue sends before it is another's turn; the RFC's is an Ethernet frame.</summary>
    public int QuantumBytes { get; init; } = 1514;

    /// <summary>The most packets that an overflow drops from the longest queue at once; half of its bytes at most.</summary>
    public int DropBatch { get; init; } = 64;

    /// <summary>Salt of the hash: the same value puts the same flows together in every run and on every platform.</summary>
    public long Perturbation { get; init; }
}
