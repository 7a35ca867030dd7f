namespace Mongoose.Core.RateControl;

/// <summary>How TFRC comes from losses to a rate.</summary>
public enum TfrcForm
{
    /// <summary>RFC 5348 with history discounting (section 5.5).</summary>
    Rfc5348,

    /// <summary>RFC 5348 without history discounting, which it leaves open.</summary>
    WithoutDiscounting,

    /// <summary>The plain mean of the last eight closed loss intervals in eq. 1 (Mongoose paper, section III.A).</summary>
    Paper,
}
