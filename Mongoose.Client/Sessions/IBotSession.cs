using System.Numerics;
using Mongoose.Client.Viewers;

namespace Mongoose.Client.Sessions;

/// <summary>
/// One avatar's visit to a grid, with any engine: login, circuits and their rates, movement and downloads. Use it on its scheduler's
/// thread, on which it also calls its <see cref="ISessionListener"/>.
/// </summary>
internal interface IBotSession : IDisposable
{
    /// <summary>The measurements so far.</summary>
    SessionFigures Figures { get; }

    /// <summary>The avatar's position; null before it has arrived.</summary>
    AvatarPlace? Place { get; }

    /// <summary>Logs in and enters the region.</summary>
    void Begin();

    /// <summary>Sends the avatar's heading, in radians from east, and the pressed controls to the region.</summary>
    void Move(float heading, AgentControls controls);

    /// <summary>Downloads textures repeatedly, several at a time, or stops requesting more.</summary>
    void FetchTextures(bool fetch);

    /// <summary>Requests a teleport.</summary>
    void Teleport(Destination destination, Vector3 position);

    /// <summary>Logs out; <see cref="ISessionListener.Left"/> follows within a few seconds.</summary>
    void Leave();
}
