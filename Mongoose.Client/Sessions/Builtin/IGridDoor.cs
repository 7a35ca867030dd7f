using Mongoose.Client.Login;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>What of a grid is not UDP: the login service and regions' capabilities. Callbacks come on the sessions' scheduler.</summary>
public interface IGridDoor : IDisposable
{
    /// <summary>Asks the login service.</summary>
    void Enter(LoginRequest request, Action<LoginResult> then);

    /// <summary>Asks a region for its capabilities and listens to what it has to tell, until the result is disposed of.</summary>
    /// <param name="seed">The region's seed capability.</param>
    /// <param name="features">Told once what the region says of itself, or null if it does not answer.</param>
    /// <param name="onEvent">Gets what the region tells of others.</param>
    IDisposable Follow(Uri seed, Action<RegionFeatures?> features, Action<RegionEvent> onEvent);
}
