namespace Mongoose.Testbed.Results;

/// <summary>Whether a figure is what was expected.</summary>
public enum BandVerdict
{
    Pass,
    Fail,
    NotMeasured,
}
