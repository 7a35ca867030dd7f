using Mongoose.Core.Loss;

namespace Mongoose.Tests.ViewerPort.Vectors;

/// <summary>What happens to a requester in a step of a trace.</summary>
internal enum TraceEvent
{
    /// <summary>Time has passed, nothing else.</summary>
    Wake = 0,
    Packet,
    Ping,
    NewCircuit,
    Acknowledged,
}

/// <summary>One step of a trace: what happens, and what is so afterwards. In the file a member that is missing is zero.</summary>
internal sealed record TraceStep(TraceEvent Event, long AtNs)
{
    public uint Sequence { get; init; }
    public bool Resent { get; init; }
    public int Bytes { get; init; }
    public long RoundTripNs { get; init; }
    public uint Generation { get; init; }
    public TraceOutcome? Then { get; init; }
}

/// <summary>What a requester says after a step, when the request that was due has been taken.</summary>
internal sealed record TraceOutcome(double Cwnd, double Ssthresh, long RateBps, long LossEvents, long PingIntervalNs)
{
    /// <summary>Of a packet.</summary>
    public PacketKind? Kind { get; init; }

    /// <summary>Packets that are now known to be lost.</summary>
    public int Lost { get; init; }

    /// <summary>When to wake next; missing where there is nothing to wait for.</summary>
    public long? WakeNs { get; init; }

    public TraceMessage? Message { get; init; }
}

/// <summary>An AgentThrottle message.</summary>
/// <param name="Generation">Its GenCounter.</param>
/// <param name="Payload">Its Throttles field, in hexadecimal.</param>
internal sealed record TraceMessage(uint Generation, string Payload);
