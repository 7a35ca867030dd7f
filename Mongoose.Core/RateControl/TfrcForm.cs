namespace Mongoose.Core.RateControl;

/// <summary>How TFRC computes a rate from losses.</summary>
public enum TfrcForm
{
    /// <summary>RFC 5348 with history discounting (section 5.5).</summary>
    Rfc5348,

    /// <summary>RFC 5348 without history discounting, which the RFC makes optional.</summary>
    WithoutDiscounting,

    /// <summary>Eq. 1 with the unweighted mean of the last eight closed loss intervals (Mongoose paper, section III.A).</summary>
    Paper,
}
