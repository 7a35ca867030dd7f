using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 4, zero-coded, from the viewer: the avatar's heading, the camera's view and the pressed controls.</summary>
public readonly record struct AgentUpdate
{
    public Guid AgentId { get; init; }
    public Guid SessionId { get; init; }
    public Quaternion BodyRotation { get; init; }
    public Quaternion HeadRotation { get; init; }
    public byte State { get; init; }

    /// <summary>Metres from the region's south-west corner.</summary>
    public Vector3 CameraCenter { get; init; }

    public Vector3 CameraAtAxis { get; init; }
    public Vector3 CameraLeftAxis { get; init; }
    public Vector3 CameraUpAxis { get; init; }

    /// <summary>Draw distance in metres.</summary>
    public float Far { get; init; }

    /// <summary>AGENT_CONTROL_* bits.</summary>
    public uint ControlFlags { get; init; }

    public byte Flags { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out AgentUpdate message)
    {
        var r = new SpanReader(body);
        message = new AgentUpdate
        {
            AgentId = r.ReadGuid(),
            SessionId = r.ReadGuid(),
            BodyRotation = r.ReadRotation(),
            HeadRotation = r.ReadRotation(),
            State = r.ReadUInt8(),
            CameraCenter = r.ReadVector3(),
            CameraAtAxis = r.ReadVector3(),
            CameraLeftAxis = r.ReadVector3(),
            CameraUpAxis = r.ReadVector3(),
            Far = r.ReadSingle(),
            ControlFlags = r.ReadUInt32(),
            Flags = r.ReadUInt8(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.AgentUpdate, AgentId, SessionId);
        w.WriteRotation(BodyRotation);
        w.WriteRotation(HeadRotation);
        w.WriteUInt8(State);
        w.WriteVector3(CameraCenter);
        w.WriteVector3(CameraAtAxis);
        w.WriteVector3(CameraLeftAxis);
        w.WriteVector3(CameraUpAxis);
        w.WriteSingle(Far);
        w.WriteUInt32(ControlFlags);
        w.WriteUInt8(Flags);
    }
}
