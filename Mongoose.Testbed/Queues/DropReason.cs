namespace Mongoose.Testbed.Queues;

/// <summary>Why a queue dropped a packet.</summary>
public enum DropReason
{
    /// <summary>No room: before enqueue, the arriving packet.</summary>
    Overflow,
}
