using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

// What the viewer tells of its avatar.
public sealed partial class Viewer
{
    private const float TurnPerStep = 0.05f; // Radians; walking, this makes a circle of some metres.

    private int _steps;

    /// <summary>Tells the region where the avatar heads, in radians from east, and which controls are pressed.</summary>
    public void SendAgentUpdate(float heading, AgentControls controls)
    {
        DatagramWriter w = Begin(reliable: false);
        _messages.Update(ref w, Position, heading, controls, _options.DrawDistance);
        Send(w);
    }

    /// <summary>
    /// Asks for a teleport. Within the region <see cref="TeleportEnded"/> tells when it is done; to another, the event queue names a new circuit.
    /// </summary>
    /// <param name="regionHandle">The region's place on the grid in metres: x in the high half, y in the low one.</param>
    /// <param name="position">Metres from its south-west corner.</param>
    public void Teleport(ulong regionHandle, Vector3 position)
    {
        DatagramWriter w = Begin(reliable: true);
        new TeleportLocationRequest(_options.AgentId, _options.SessionId, regionHandle, position, Vector3.UnitX).Write(ref w);
        Send(w);
    }

    /// <summary>Selects objects, as a user does who wants to know whose they are; the region tells their properties.</summary>
    /// <param name="localIds">At most 255, as <see cref="SceneObjects.LocalIds"/> has them.</param>
    public void Select(IEnumerable<uint> localIds)
    {
        DatagramWriter w = Begin(reliable: true);
        new ObjectSelect(_options.AgentId, _options.SessionId).Write(ref w);
        foreach (uint localId in localIds)
            ObjectSelect.TryAppend(ref w, localId);
        Send(w);
    }

    /// <summary>Downloads a texture too, after those that it has been told of before.</summary>
    public void Fetch(Guid texture)
    {
        if (_textures.Add(texture) && State == ViewerState.Connected)
            RequestTextures();
    }

    /// <summary>Downloads no more textures than those under way, or goes on.</summary>
    public void PauseTextures(bool pause)
    {
        _textures.IsPaused = pause;
        if (!pause && State == ViewerState.Connected)
            RequestTextures();
    }

    private void Walk()
    {
        if (State != ViewerState.Connected)
            return;
        SendAgentUpdate(_steps++ * TurnPerStep, AgentControls.Forward);
        _scheduler.At(_scheduler.Now + Duration.FromSeconds(1 / _options.AgentUpdatesPerSecond), Walk);
    }
}
