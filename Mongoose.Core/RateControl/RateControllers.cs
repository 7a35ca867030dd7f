namespace Mongoose.Core.RateControl;

/// <summary>Makes controllers by name.</summary>
public static class RateControllers
{
    public static IRateController Create(string name, RateControlOptions options) => new WindowTrackingController(options);
}
