using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 250, from the simulator: the viewer is now a root agent at this position.</summary>
public readonly ref struct AgentMovementComplete
{
    public Guid AgentId { get; init; }
    public Guid SessionId { get; init; }

    /// <summary>Metres from the region's south-west corner.</summary>
    public Vector3 Position { get; init; }

    public Vector3 LookAt { get; init; }

    /// <summary>The region's position on the grid in metres: x in the high half, y in the low half.</summary>
    public ulong RegionHandle { get; init; }

    /// <summary>Seconds since 1970.</summary>
    public uint Timestamp { get; init; }

    /// <summary>The simulator's name and version, as text.</summary>
    public ReadOnlySpan<byte> ChannelVersion { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out AgentMovementComplete message)
    {
        var r = new SpanReader(body);
        message = new AgentMovementComplete
        {
            AgentId = r.ReadGuid(),
            SessionId = r.ReadGuid(),
            Position = r.ReadVector3(),
            LookAt = r.ReadVector3(),
            RegionHandle = r.ReadUInt64(),
            Timestamp = r.ReadUInt32(),
            ChannelVersion = r.ReadVariable2(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.AgentMovementComplete, AgentId, SessionId);
        w.WriteVector3(Position);
        w.WriteVector3(LookAt);
        w.WriteUInt64(RegionHandle);
        w.WriteUInt32(Timestamp);
        w.WriteVariable2(ChannelVersion);
    }
}
