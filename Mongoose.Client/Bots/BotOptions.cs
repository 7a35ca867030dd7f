using Mongoose.Client.Activities;
using Mongoose.Client.Sessions;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>What every bot of a run has in common.</summary>
public sealed record BotOptions
{
    /// <summary>The controller's name that follows what the region says of itself.</summary>
    public const string AutoController = "auto";

    /// <summary>One of <see cref="RateControllers.Names"/>, or <see cref="AutoController"/>: Mongoose's where the region has Mongoose, else a stock viewer's.</summary>
    public string Controller { get; init; } = WindowTrackingController.ControllerName;

    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    /// <summary>One of <see cref="ActivityNames.All"/>.</summary>
    public string Activity { get; init; } = ActivityNames.Walk;

    /// <summary>The region that teleports go to and come back from; null: within the region.</summary>
    public Destination? TeleportTo { get; init; }

    /// <summary>After how long without a datagram a region counts as silent.</summary>
    public Duration SilenceTimeout { get; init; } = Duration.FromSeconds(15);
}
