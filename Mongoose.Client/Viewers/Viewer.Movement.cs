using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Client.Viewers;

// What the viewer tells of its avatar.
public sealed partial class Viewer
{
    private const float TurnPerStep = 0.05f; // Radians; walking, this makes a circle of some metres.

    private int _steps;

    /// <summary>Tells the region where the avatar heads, in radians from east, and which controls are pressed.</summary>
    public void SendAgentUpdate(float heading, AgentControls controls)
    {
        Quaternion body = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, heading);
        DatagramWriter w = Begin(reliable: false);
        new AgentUpdate
        {
            AgentId = _options.AgentId,
            SessionId = _options.SessionId,
            BodyRotation = body,
            HeadRotation = body,
            CameraCenter = Position,
            CameraAtAxis = Vector3.Transform(Vector3.UnitX, body),
            CameraLeftAxis = Vector3.Transform(Vector3.UnitY, body),
            CameraUpAxis = Vector3.UnitZ,
            Far = _options.DrawDistance,
            ControlFlags = (uint)controls,
        }.Write(ref w);
        Send(w);
    }

    private void Walk()
    {
        if (State != ViewerState.Connected)
            return;
        SendAgentUpdate(_steps++ * TurnPerStep, AgentControls.Forward);
        _scheduler.At(_scheduler.Now + AgentUpdateInterval, Walk);
    }
}
