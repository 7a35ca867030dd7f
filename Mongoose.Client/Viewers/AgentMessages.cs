using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Client.Viewers;

/// <summary>Writes messages about an avatar, for any kind of circuit.</summary>
/// <param name="AgentId">The agent id of the login.</param>
/// <param name="SessionId">The session id of the login.</param>
/// <param name="CircuitCode">The circuit code of the login.</param>
internal readonly record struct AgentMessages(Guid AgentId, Guid SessionId, uint CircuitCode)
{
    /// <summary>The avatar's heading, in radians from east, and the pressed controls.</summary>
    public void Update(ref DatagramWriter w, Vector3 position, float heading, AgentControls controls, float drawDistance)
    {
        Quaternion body = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, heading);
        new AgentUpdate
        {
            AgentId = AgentId,
            SessionId = SessionId,
            BodyRotation = body,
            HeadRotation = body,
            CameraCenter = position,
            CameraAtAxis = Vector3.Transform(Vector3.UnitX, body),
            CameraLeftAxis = Vector3.Transform(Vector3.UnitY, body),
            CameraUpAxis = Vector3.UnitZ,
            Far = drawDistance,
            ControlFlags = (uint)controls,
        }.Write(ref w);
    }

    /// <summary>The maximum rates at which the region is to send.</summary>
    public void Throttle(ref DatagramWriter w, ReadOnlySpan<byte> payload, uint generation) => new AgentThrottleMessage
    {
        AgentId = AgentId,
        SessionId = SessionId,
        CircuitCode = CircuitCode,
        GenCounter = generation,
        Throttles = payload,
    }.Write(ref w);
}

/// <summary>The controls of an <see cref="Core.Lludp.Messages.AgentUpdate"/> (AGENT_CONTROL_* in viewers).</summary>
[Flags]
public enum AgentControls : uint
{
    None = 0,
    Forward = 1,
    Up = 1 << 4,
    Fly = 1 << 13,
}
