using Mongoose.Client.Login;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>The controller that decides a session's rates, and its limits.</summary>
/// <param name="Name">One of <see cref="RateControllers.Names"/>, or <see cref="Auto"/>.</param>
/// <param name="Options">The limits, before those of the region are applied.</param>
internal sealed record ControllerChoice(string Name, RateControlOptions Options)
{
    /// <summary>Depends on the region's features: window tracking if the region has Mongoose, else a stock viewer's controller.</summary>
    public const string Auto = "auto";

    /// <summary>Creates the controller for the region named by the login. It never requests more than that region grants.</summary>
    public IRateController CreateFor(RegionFeatures features)
    {
        RateControlOptions limits = features.MaxRate is { } granted
            ? Options with { MaxRate = DataRate.Min(Options.MaxRate, granted) }
            : Options;
        string name =
            Name != Auto ? Name : features.HasMongoose ? WindowTrackingController.ControllerName : ViewerController.ControllerName;
        return RateControllers.Create(name, limits);
    }
}
