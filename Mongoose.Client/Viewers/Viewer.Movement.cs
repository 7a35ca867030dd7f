using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

// Movement, teleports and requests of the viewer's avatar.
public sealed partial class Viewer
{
    private const float TurnPerStep = 0.05f; // Radians; walking, this makes a circle of some metres.

    private int _steps;

    /// <summary>Sends the avatar's heading, in radians from east, and the pressed controls to the region.</summary>
    public void SendAgentUpdate(float heading, AgentControls controls)
    {
        DatagramWriter w = Begin(reliable: false);
        _messages.Update(ref w, Position, heading, controls, _options.DrawDistance);
        Send(w);
    }

    /// <summary>
    /// Requests a teleport. <see cref="TeleportEnded"/> reports the end of a teleport within the region; for another region, the event
    /// queue names a new circuit.
    /// </summary>
    /// <param name="regionHandle">The region's position on the grid in metres: x in the high half, y in the low half.</param>
    /// <param name="position">Metres from its south-west corner.</param>
    public void Teleport(ulong regionHandle, Vector3 position)
    {
        DatagramWriter w = Begin(reliable: true);
        new TeleportLocationRequest(_options.AgentId, _options.SessionId, regionHandle, position, Vector3.UnitX).Write(ref w);
        Send(w);
    }

    /// <summary>Selects objects, as a user does to see their owners; the region sends their properties.</summary>
    /// <param name="localIds">At most 255 of <see cref="SceneObjects.LocalIds"/>.</param>
    public void Select(IEnumerable<uint> localIds)
    {
        DatagramWriter w = Begin(reliable: true);
        new ObjectSelect(_options.AgentId, _options.SessionId).Write(ref w);
        foreach (uint localId in localIds)
            ObjectSelect.TryAppend(ref w, localId);
        Send(w);
    }

    /// <summary>Also downloads a texture, after those requested before.</summary>
    public void Fetch(Guid texture)
    {
        if (_textures.Add(texture) && State == ViewerState.Connected)
            RequestTextures();
    }

    /// <summary>Pauses downloads after the textures in progress, or resumes them.</summary>
    public void PauseTextures(bool pause)
    {
        _textures.IsPaused = pause;
        if (!pause && State == ViewerState.Connected)
            RequestTextures();
    }

    /// <summary>Requests this many more textures, and then none until the next call.</summary>
    public void AllowTextures(int count)
    {
        _textures.Allowance = count;
        if (State == ViewerState.Connected)
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
