using Mongoose.Core.Loss;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>The event in a step of a trace.</summary>
internal enum TraceEvent
{
    /// <summary>No event; only time has passed.</summary>
    Wake = 0,
    Packet,
    Ping,
    NewCircuit,
    Acknowledged,
}

/// <summary>One step of a trace: an event and the state after it. A member that is missing in the file is zero.</summary>
internal sealed record TraceStep(TraceEvent Event, long AtNs)
{
    public uint Sequence { get; init; }
    public bool Resent { get; init; }
    public int Bytes { get; init; }
    public long RoundTripNs { get; init; }
    public uint Generation { get; init; }
    public TraceOutcome? Then { get; init; }
}

/// <summary>The state of a requester after a step and after a due request has been taken.</summary>
internal sealed record TraceOutcome(double Cwnd, double Ssthresh, long RateBps, long LossEvents, long PingIntervalNs)
{
    /// <summary>The kind of the packet, if the event is a packet.</summary>
    public PacketKind? Kind { get; init; }

    /// <summary>Packets that are now known to be lost.</summary>
    public int Lost { get; init; }

    /// <summary>The next time to wake the requester; null if there is nothing to wait for.</summary>
    public long? WakeNs { get; init; }

    public TraceMessage? Message { get; init; }
}

/// <summary>An AgentThrottle message.</summary>
/// <param name="Generation">The GenCounter field.</param>
/// <param name="Payload">The Throttles field in hexadecimal.</param>
internal sealed record TraceMessage(uint Generation, string Payload);
