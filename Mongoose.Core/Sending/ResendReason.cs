namespace Mongoose.Core.Sending;

/// <summary>Why a packet was sent again.</summary>
public enum ResendReason
{
    /// <summary>The packet's timer expired.</summary>
    Timer,

    /// <summary>Acks of three later packets had arrived.</summary>
    ThreeLater,
}
