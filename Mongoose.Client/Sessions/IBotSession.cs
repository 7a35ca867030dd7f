using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>
/// One avatar's visit to a grid, whatever carries it: login, circuits, what it does there. Use it on its scheduler's thread, where it
/// calls its <see cref="ISessionListener"/> too.
/// </summary>
public interface IBotSession : IDisposable
{
    /// <summary>Between pings, from the next on.</summary>
    Duration PingInterval { set; }

    /// <summary>Logs in and enters the region.</summary>
    void Begin();

    /// <summary>Asks the region for rates, once: the caller repeats what is not acknowledged.</summary>
    void RequestRate(in ThrottleRequest request);

    /// <summary>Tells the region where the avatar heads, in radians from east, and which controls are pressed.</summary>
    void Move(float heading, AgentControls controls);

    /// <summary>Downloads textures, one after another again and again, or stops asking for more.</summary>
    void FetchTextures(bool fetch);

    /// <summary>Asks for a teleport; <see cref="ISessionListener.TeleportEnded"/> or a new circuit follows.</summary>
    void Teleport(Destination destination, Vector3 position);

    /// <summary>Logs out; <see cref="ISessionListener.Left"/> follows within some seconds.</summary>
    void Leave();
}
