using System.Numerics;
using Mongoose.Client.Viewers;

namespace Mongoose.Client.Sessions;

/// <summary>
/// One avatar's visit to a grid, whatever carries it: login, circuits and their rates, what it does there. Use it on its scheduler's thread, where it
/// calls its <see cref="ISessionListener"/> too.
/// </summary>
internal interface IBotSession : IDisposable
{
    /// <summary>What it has measured so far.</summary>
    SessionFigures Figures { get; }

    /// <summary>Where the avatar is; null before it has arrived.</summary>
    AvatarPlace? Place { get; }

    /// <summary>Logs in and enters the region.</summary>
    void Begin();

    /// <summary>Tells the region where the avatar heads, in radians from east, and which controls are pressed.</summary>
    void Move(float heading, AgentControls controls);

    /// <summary>Downloads textures, one after another again and again, or stops asking for more.</summary>
    void FetchTextures(bool fetch);

    /// <summary>Asks for a teleport.</summary>
    void Teleport(Destination destination, Vector3 position);

    /// <summary>Logs out; <see cref="ISessionListener.Left"/> follows within some seconds.</summary>
    void Leave();
}
