using Mongoose.Client.Downloads;
using Mongoose.Client.Login;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>The HTTP part of a grid: the login service and regions' capabilities. Callbacks run on the sessions' scheduler.</summary>
internal interface IGridClient : IDisposable
{
    /// <summary>Asks the login service.</summary>
    void LogIn(LoginRequest request, Action<LoginResult> then);

    /// <summary>Asks a region for its capabilities and listens to its event queue until the result is disposed of.</summary>
    /// <param name="seed">The region's seed capability.</param>
    /// <param name="answered">Called once.</param>
    /// <param name="onEvent">Receives the region's events about other regions.</param>
    IDisposable Follow(Uri seed, Action<SeedAnswer> answered, Action<RegionEvent> onEvent);
}

/// <summary>The result of asking a seed capability.</summary>
/// <param name="Features">The region's features; null if the request failed.</param>
/// <param name="Failure">Why the request failed; <see cref="BotFailure.None"/> if it succeeded.</param>
/// <param name="Message">The failure as a message for the user.</param>
internal sealed record SeedAnswer(RegionFeatures? Features, BotFailure Failure = BotFailure.None, string Message = "")
{
    /// <summary>The addresses of the region's assets for downloads by HTTP.</summary>
    public DownloadCapabilities Downloads { get; init; } = DownloadCapabilities.None;
}
