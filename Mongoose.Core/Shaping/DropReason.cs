namespace Mongoose.Core.Shaping;

/// <summary>Why a packet left its queue unsent.</summary>
public enum DropReason
{
    /// <summary>The channel's queue held its limit of bytes; the arriving packet was refused.</summary>
    QueueFull,
    /// <summary>The circuit closed, or its owner cleared the channel.</summary>
    Cleared,
    /// <summary>What it carries has arrived or been replaced meanwhile: a resend whose ack came.</summary>
    NoLongerNeeded,
}
