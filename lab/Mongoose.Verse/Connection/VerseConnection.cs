using Mongoose.Core.Units;
using Mongoose.Verse.State;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>
/// One end of a connection whose receiver has the newest value of every key. Both directions carry values. When a packet is lost, only its
/// values that are still the newest are sent again, and a value that waits is replaced by a newer one (J. Hnidek, "Network protocols for
/// applications of shared virtual reality", WSCG 2011, section 5).
/// <para>
/// It has no clock and no socket. After every call, call <see cref="TryMakePacket"/> until it returns 0, and again at
/// <see cref="NextTimer"/> at the latest. Times must not decrease. Not thread-safe. It allocates nothing per packet after it has grown to
/// its working size.
/// </para>
/// </summary>
public sealed partial class VerseConnection
{
    private readonly VerseOptions _options;
    private readonly VerseCounters _counters = new();
    private readonly ClientHandshake? _handshake;
    private readonly int _windowScale;
    private int _peerScale;
    private uint _ackNakId;
    private uint? _peerAckNakId;
    private (uint Client, uint Server)? _partOpen;
    private int _freeInQueueBytes;
    private bool _windowGrew;
    private Instant _lastHeard, _lastPayload, _closingAt;
    private long _finId = long.MaxValue;
    private bool _finDue, _lastFinDue;

    private VerseConnection(VerseOptions options, ClientHandshake? handshake, uint before, uint ackNakId, Instant now)
    {
        (_options, _handshake, _ackNakId) = (options, handshake, ackNakId);
        _freeInQueueBytes = options.InQueueBytes;
        _windowScale = Negotiation.ScaleFor(options.InQueueBytes);
        Sending = new Outgoing(options, before, _counters);
        _lastHeard = _lastPayload = now;
    }

    /// <summary>The client's end: the first packet is REQUEST.</summary>
    /// <param name="options">The parameters of this end.</param>
    /// <param name="seed">Chooses the first ids. Draw it from a cryptographic source, so that they cannot be guessed.</param>
    /// <exception cref="ArgumentException">An option is out of range; the message names it and what is allowed.</exception>
    public static VerseConnection Connect(VerseOptions options, ulong seed, Instant now)
    {
        options.Validate();
        SplitMix64 random = new(seed);
        uint ackNakId = (uint)random.Next();
        ClientHandshake handshake = new(random, now);
        return new VerseConnection(options, handshake, handshake.PartOpenId, ackNakId, now);
    }

    /// <summary>
    /// The server's end: the listener has checked the cookie of PARTOPEN, which is the packet <paramref name="partOpen"/>.
    /// </summary>
    internal static VerseConnection Accept(VerseOptions options, uint serverId, uint ackNakId, in HandshakePacket partOpen, Instant now)
    {
        VerseConnection connection = new(options, null, serverId, ackNakId, now)
        {
            State = ConnectionPhase.Open,
            _peerScale = partOpen.Scale,
            _partOpen = (partOpen.Header.PayloadId, serverId),
        };
        connection.Receiving = new Incoming(options, unchecked(partOpen.Header.PayloadId - 1), connection._counters);
        connection.Receiving.OnPayload(partOpen.Header.PayloadId, [], null, now);
        connection.Sending.OnPartOpen();
        connection.TakeWindow(partOpen.Header);
        connection._lastPayload = now - options.KeepAlive; // A payload packet is due now: it answers PARTOPEN, and measures a round trip.
        return connection;
    }

    public ConnectionPhase State { get; private set; }

    /// <summary><see cref="CloseReason.None"/> until the connection has ended.</summary>
    public CloseReason CloseReason { get; private set; }

    /// <summary>Receives the values that arrive; without it, they are acknowledged and discarded.</summary>
    public IValueReceiver? Receiver { get; set; }

    /// <summary>
    /// The free bytes of this end's in-queue, at least 0: the maximum that the peer keeps in flight. For each key, only the newest value
    /// that was sent counts, plus one byte; a single value may be longer. At 0 the peer sends no new values. An application that cannot
    /// keep up lowers the number. It is announced in units of which <see cref="VerseOptions.InQueueBytes"/> decides the size, rounded
    /// down, and as 65535 units at most; the default is units of 32 bytes.
    /// </summary>
    public int FreeInQueueBytes
    {
        get => _freeInQueueBytes;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ushort before = WindowField;
            _freeInQueueBytes = value;
            _windowGrew |= WindowField > before;
        }
    }

    /// <summary>Whether a value waits, or a packet is in flight that the peer has not acknowledged.</summary>
    public bool HasUndelivered => Sending.HasUndelivered;

    /// <summary>Packets and values sent and received so far.</summary>
    public VerseCounters Counters => _counters with
    {
        ValuesReplaced = Sending.State.Replaced,
        ObsoleteLeftOut = Sending.State.LeftOut,
    };

    internal Outgoing Sending { get; }
    internal Incoming? Receiving { get; private set; }

    /// <summary>
    /// Sets a key's value. By <see cref="VerseOptions.QueueRule"/> it replaces a value that waits, at that value's place if the priority is
    /// the same. Does nothing if the connection is closing or closed.
    /// </summary>
    /// <param name="key">The key; any number.</param>
    /// <param name="value">The value's bytes, which are copied.</param>
    /// <param name="priority">
    /// The values of one priority share its part of the bytes sent. Each step above 128 multiplies that part by 1.1, each step below by
    /// 0.9.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The value is longer than <see cref="VerseOptions.MaxValueBytes"/>, or there are too many keys or values; nothing has changed.
    /// </exception>
    public void Set(ulong key, ReadOnlySpan<byte> value, byte priority = PriorityQueues.DefaultPriority)
    {
        if (value.Length > _options.MaxValueBytes)
            throw new ArgumentException($"a value of {value.Length} bytes is longer than {_options.MaxValueBytes}");
        if (State <= ConnectionPhase.Open)
            Sending.State.Set(key, value, priority);
    }

    /// <summary>Removes a key. Does nothing if the key has no value, or if the connection is closing or closed.</summary>
    /// <exception cref="ArgumentException">Too many values wait (a removal counts as one); nothing has changed.</exception>
    public void Remove(ulong key, byte priority = PriorityQueues.DefaultPriority)
    {
        if (State <= ConnectionPhase.Open)
            Sending.State.Remove(key, priority);
    }

    /// <summary>
    /// Closes the connection once everything that waits or is in flight has been delivered, or after <see cref="VerseOptions.DeadAfter"/>.
    /// During the handshake it ends the connection at once, and queued values are dropped, as in TCP (RFC 9293, section 3.10.4).
    /// </summary>
    public void Close(Instant now)
    {
        if (State == ConnectionPhase.Connecting)
            End(CloseReason.ByThisEnd);
        else if (State == ConnectionPhase.Open)
            (State, _closingAt, _finDue) = (ConnectionPhase.Closing, now, true);
    }

    private ushort WindowField => (ushort)Math.Min(_freeInQueueBytes >> _windowScale, ushort.MaxValue);

    private void End(CloseReason reason) => (State, CloseReason) = (ConnectionPhase.Closed, reason);

    /// <summary>Ends the connection, and sends FIN: as the answer if the peer has closed it, otherwise with a payload id.</summary>
    private void EndWithFin(CloseReason reason)
    {
        End(reason);
        _lastFinDue = true;
    }

    private void TakeWindow(in PacketHeader header) => Sending.PeerWindow = (long)header.Window << _peerScale;
}
