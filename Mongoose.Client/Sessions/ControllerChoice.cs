using Mongoose.Client.Login;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>Which controller decides the rates of a session, and within which limits.</summary>
/// <param name="Name">One of <see cref="RateControllers.Names"/>, or <see cref="Auto"/>.</param>
/// <param name="Options">Its limits, before the region's own.</param>
internal sealed record ControllerChoice(string Name, RateControlOptions Options)
{
    /// <summary>Follows what the region says of itself: Mongoose's where it has Mongoose, else a stock viewer's.</summary>
    public const string Auto = "auto";

    /// <summary>Makes it for the region that the login named. It asks for no more than that region says it grants.</summary>
    public IRateController CreateFor(RegionFeatures features)
    {
        RateControlOptions limits = features.MaxRate is { } granted
            ? Options with { MaxRate = DataRate.Min(Options.MaxRate, granted) }
            : Options;
        string name = Name != Auto ? Name : features.HasMongoose ? WindowTrackingController.ControllerName : ViewerController.ControllerName;
        return RateControllers.Create(name, limits);
    }
}
