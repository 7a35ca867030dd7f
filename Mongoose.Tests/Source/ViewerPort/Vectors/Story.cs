using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>
/// Builds a trace: packets of one size at a constant interval, a ping reply per round trip, and any events that are added.
/// </summary>
internal sealed class Story
{
    private readonly List<TraceStep> _steps = [];
    private readonly TraceOptions _options;
    private readonly Instant _began = Instant.FromSeconds(1);
    private readonly TracePlayer _player;
    private Instant _nextPing = Instant.Never;
    private uint _generation;

    public Story(RateControlOptions? options = null)
    {
        _options = TraceOptions.From(options ?? RateControlOptions.Default);
        _player = new TracePlayer(_options, _began);
        Now = _began;
    }

    public Instant Now { get; private set; }

    /// <summary>The sequence number of the next packet.</summary>
    public uint Next { get; set; } = 1;

    /// <summary>The round trip of the pings.</summary>
    public Duration RoundTrip { get; private set; }

    public int PacketBytes { get; set; } = 375;

    public Duration Pace { get; set; } = Duration.FromMilliseconds(4);

    /// <summary>The number of bits at which sequence numbers wrap; 24 in Second Life.</summary>
    public int NumberBits { get; set; } = 32;

    /// <summary>Starts answering one ping per round trip.</summary>
    public Story Pinged(double milliseconds)
    {
        RoundTrip = Duration.FromMilliseconds(milliseconds);
        return Ping();
    }

    public Story Ping()
    {
        _nextPing = Now + RoundTrip;
        return Add(new TraceStep(TraceEvent.Ping, Now.Nanoseconds) { RoundTripNs = RoundTrip.Nanoseconds });
    }

    public Story Receive(int packets)
    {
        for (int i = 0; i < packets; i++)
            Packet(Next).Skip();
        return this;
    }

    /// <summary>Packets that never arrive, and the time they would have taken.</summary>
    public Story Lose(int packets)
    {
        for (int i = 0; i < packets; i++)
            Skip();
        Now += Pace * packets;
        return this;
    }

    public Story Resend(uint sequence) => Packet(sequence, isResent: true);

    /// <summary>A packet with any number.</summary>
    public Story Packet(uint sequence, bool isResent = false)
    {
        Now += Pace;
        if (Now >= _nextPing)
            Ping();
        return Add(new TraceStep(TraceEvent.Packet, Now.Nanoseconds) { Sequence = sequence, Resent = isResent, Bytes = PacketBytes });
    }

    /// <summary>Silence, followed by a step without an event.</summary>
    public Story Pass(double seconds)
    {
        Now += Duration.FromSeconds(seconds);
        return Add(new TraceStep(TraceEvent.Wake, Now.Nanoseconds));
    }

    /// <summary>Acknowledges the latest request, or the given one.</summary>
    public Story Acknowledge(uint? generation = null) =>
        Add(new TraceStep(TraceEvent.Acknowledged, Now.Nanoseconds) { Generation = generation ?? _generation });

    public Story NewCircuit(uint next = 1)
    {
        (Next, _nextPing) = (next, Instant.Never);
        return Add(new TraceStep(TraceEvent.NewCircuit, Now.Nanoseconds));
    }

    public Trace ToTrace(string name, string what) => new(name, what, _options, _began.Nanoseconds, _steps);

    private Story Skip()
    {
        Next = NumberBits == 32 ? unchecked(Next + 1) : (Next + 1) % (1u << NumberBits);
        return this;
    }

    private Story Add(TraceStep step)
    {
        TraceOutcome then = _player.Play(step);
        _generation = then.Message?.Generation ?? _generation;
        _steps.Add(step with { Then = then });
        return this;
    }
}
