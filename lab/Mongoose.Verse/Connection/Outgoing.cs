using Mongoose.Core.Units;
using Mongoose.Verse.Acknowledgment;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.State;
using Mongoose.Verse.Timing;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>The sending half of a connection: which values go into the next packet, and what becomes of the packets.</summary>
/// <param name="options">The options of this end.</param>
/// <param name="before">The id before the first payload packet's.</param>
/// <param name="counters">Are updated here.</param>
internal sealed class Outgoing(VerseOptions options, uint before, VerseCounters counters) : IFates<Value>
{
    private int _backoff, _packetsWithValues;
    private bool _byTimer;
    private long _ackedBytes, _newestAcked;
    private Instant _newestSentAt;

    public SendState State { get; } = new(options.QueueRule, options.ResendRule, options.MaxKeys, options.MaxWaitingValues);
    public InFlightPackets<Value> InFlight { get; } = new(before);
    public RttEstimator RoundTrips { get; } = new();
    public ICongestionControl Control { get; } = CongestionControlFactory.Create(options.CongestionControl);

    /// <summary>The free bytes of the peer's in-queue, as last announced.</summary>
    public long PeerWindow { get; set; }

    /// <summary>
    /// The highest payload id that the peer has acknowledged, extended; the Ank id. Negative until the connection is open.
    /// </summary>
    public long Acked { get; private set; } = -1;

    public bool HasUndelivered => State.Waiting.Count > 0 || InFlight.Count > 0;

    /// <summary>Whether a value waits or is in flight; packets without values do not count.</summary>
    public bool HasUndeliveredValues => State.Waiting.Count > 0 || _packetsWithValues > 0;

    /// <summary>When values can be sent: now or earlier, a time of pacing, or never until something arrives.</summary>
    public Instant NextValues =>
        State.Waiting.Peek() is { } next && !InFlight.IsFull && State.FitsWindow(next, PeerWindow) && Control.CanSend(InFlight.Bytes)
            ? Control.NextSend
            : Instant.Never;

    /// <summary>When the oldest packet in flight is counted as lost.</summary>
    public Instant Timer => InFlight.Count == 0 ? Instant.Never
        : InFlight.Oldest.SentAt + RoundTrips.Timeout(options.AckDelay, InFlight.Oldest.Backoff);

    /// <summary>A round trip that the handshake has measured.</summary>
    public void OnHandshake(Duration roundTrip, Instant now)
    {
        RoundTrips.Add(roundTrip);
        Control.OnAcked(0, roundTrip, now);
    }

    /// <summary>PARTOPEN acknowledged the packet before the first, which was RESPOND.</summary>
    public void OnPartOpen() => Acked = InFlight.NextId - 1;

    /// <summary>
    /// Writes values after the commands of a packet, and returns the packet's length. The packet must then be passed to
    /// <see cref="OnSent"/>.
    /// </summary>
    /// <param name="packet">The whole datagram.</param>
    /// <param name="at">The length of header and commands.</param>
    /// <param name="first">The packet's first value; the others are linked to it.</param>
    public int WriteValues(Span<byte> packet, int at, out Value? first)
    {
        first = null;
        Value? last = null;
        long id = InFlight.NextId;
        int limit = Control.PacketBytes(packet.Length + ICongestionControl.HeaderBytes) - ICongestionControl.HeaderBytes;
        packet[at++] = (byte)CommandKind.Values;
        while (State.Waiting.Peek() is { } value)
        {
            bool isObsolete = SendState.IsObsolete(value);
            uint age = isObsolete ? (uint)(id - value.Version) : 0;
            ulong keyBefore = last?.KeyNumber ?? 0;
            int size = ValueCoding.Size(value.KeyNumber, keyBefore, value.Length, age);
            // A value longer than the limit goes alone. Two new values of one key would have the same version.
            if (at + size > (last is null ? packet.Length : limit) || !State.FitsWindow(value, PeerWindow)
                || !isObsolete && value.Key.LastPacket == id)
                break;
            CountValue(value);
            at += ValueCoding.Write(packet[at..], keyBefore,
                new ValueEntry { Key = value.KeyNumber, Age = age, IsRemoval = value.IsRemoval, Bytes = value.Bytes });
            State.Send(value, id, size);
            if (last is null)
                first = value;
            else
                last.NextInPacket = value;
            last = value;
        }
        return at;
    }

    /// <summary>Records a payload packet, which has the id <c>InFlight.NextId</c>.</summary>
    public void OnSent(int bytes, Value? first, Instant now)
    {
        bytes += ICongestionControl.HeaderBytes;
        InFlight.Add(new PacketInFlight<Value>(now, bytes, _backoff, first));
        counters.PayloadPacketsSent++;
        if (first is null)
            return;
        _packetsWithValues++;
        Control.OnSent(bytes, now);
    }

    /// <summary>Checks the last id of a vector: it was sent, and so recently that it is not a guess.</summary>
    public VerseError CheckAcked(uint id)
    {
        int ahead = Serial.Distance(id, unchecked((uint)(InFlight.NextId - 1)));
        return ahead > 0 ? VerseError.AcknowledgesUnsent : ahead < -ArrivalRecord.MaxJump ? VerseError.ImplausibleId : VerseError.None;
    }

    /// <summary>Applies a vector that has been checked.</summary>
    /// <param name="held">How long the peer held back the acknowledgment of the vector's last packet.</param>
    /// <param name="now">When the vector arrived.</param>
    public void OnVector(ReadOnlySpan<Verdict> vector, Duration held, Instant now)
    {
        (_ackedBytes, _newestAcked, _byTimer) = (0, -1, false);
        _newestSentAt = now;
        if (InFlight.Apply(vector, this) != VerseError.None)
            return;
        long last = Serial.Extend(vector[^1].Id, InFlight.NextId - 1);
        Acked = Math.Max(Acked, last);
        if (_newestAcked < 0)
            return;
        Duration roundTrip = now - _newestSentAt - (_newestAcked == last ? held : Duration.Zero);
        _backoff = 0;
        RoundTrips.Add(roundTrip);
        Control.OnAcked(_ackedBytes, RoundTrips.LastSample, now);
    }

    /// <summary>Counts the packets whose time has passed as lost. Their current values are sent again first.</summary>
    public void Expire(Instant now)
    {
        if (Timer > now)
            return;
        _byTimer = true;
        counters.TimerExpiries++;
        int backoff = _backoff;
        while (Timer <= now)
        {
            backoff = Math.Max(backoff, InFlight.Oldest.Backoff + 1);
            InFlight.LoseOldest(this);
        }
        _backoff = backoff;
        Control.OnTimeout(backoff);
    }

    void IFates<Value>.OnAcked(long id, in PacketInFlight<Value> packet)
    {
        counters.PacketsAcked++;
        _ackedBytes += packet.Bytes;
        (_newestAcked, _newestSentAt) = (id, packet.SentAt);
        _packetsWithValues -= packet.Content is null ? 0 : 1;
        State.OnAcked(packet.Content);
    }

    void IFates<Value>.OnLost(long id, in PacketInFlight<Value> packet)
    {
        if (_byTimer)
            counters.PacketsTimedOut++;
        else
            counters.PacketsNaked++;
        Control.OnLost(packet.Bytes);
        _packetsWithValues -= packet.Content is null ? 0 : 1;
        State.OnLost(packet.Content);
    }

    private void CountValue(Value value)
    {
        counters.ValuesSent++;
        counters.ValueBytesSent += value.Length;
        if (!value.WasSent)
            return;
        counters.ValuesResent++;
        counters.ValueBytesResent += value.Length;
    }
}
