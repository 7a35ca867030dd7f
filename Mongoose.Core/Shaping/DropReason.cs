namespace Mongoose.Core.Shaping;

/// <summary>Why a packet left its queue unsent.</summary>
public enum DropReason
{
    /// <summary>The arriving packet would have exceeded the queue's byte limit, so it was refused.</summary>
    QueueFull,
    /// <summary>The circuit closed, or its owner cleared the channel.</summary>
    Cleared,
    /// <summary>The content has already arrived or has been replaced, such as a resend whose ack has arrived.</summary>
    NoLongerNeeded,
}
