using Mongoose.Client.Login;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>What of a grid is not UDP: the login service and regions' capabilities. Callbacks come on the sessions' scheduler.</summary>
internal interface IGridClient : IDisposable
{
    /// <summary>Asks the login service.</summary>
    void LogIn(LoginRequest request, Action<LoginResult> then);

    /// <summary>Asks a region for its capabilities and listens to its event queue, until the result is disposed of.</summary>
    /// <param name="seed">The region's seed capability.</param>
    /// <param name="answered">Called once.</param>
    /// <param name="onEvent">Gets what the region says of others.</param>
    IDisposable Follow(Uri seed, Action<SeedAnswer> answered, Action<RegionEvent> onEvent);
}

/// <summary>What came of asking a seed capability.</summary>
/// <param name="Features">What the region says of itself; null if asking failed.</param>
/// <param name="Failure">Why it failed; <see cref="BotFailure.None"/> if it did not.</param>
/// <param name="Message">The same for people.</param>
internal sealed record SeedAnswer(RegionFeatures? Features, BotFailure Failure = BotFailure.None, string Message = "");
