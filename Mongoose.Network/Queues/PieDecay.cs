namespace Mongoose.Network.Queues;

/// <summary>When PIE's drop probability decays exponentially; the appendices of RFC 8033 disagree.</summary>
public enum PieDecay
{
    /// <summary>Both the delay and the one before are zero: section 4.2 and appendix A.</summary>
    Idle,
    /// <summary>Both are below half of QDELAY_REF: appendix B.</summary>
    BelowHalfRef,
}
