using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Games;

/// <summary>
/// One end of a game: sends datagrams in its rhythm and notes those that arrive. The client knows the server; the server learns of the client
/// from its first datagram, and then begins. On its scheduler's thread.
/// </summary>
public sealed class GamePeer : IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly PacketTrain _train;
    private readonly SeededRandom _random;
    private readonly byte[] _payload = new byte[PacketTrain.MostPayloadBytes];
    private readonly Action _send;
    private readonly List<Instant> _sent = [];
    private readonly List<GameArrival> _arrivals = [];
    private UdpAddress? _peer;
    private Instant _planned;
    private bool _running;
    private Instant _latestSentAt = Instant.Never, _latestArrivedAt, _usedEcho = Instant.Never;

    /// <param name="scheduler">Its clock.</param>
    /// <param name="network">Where its port is opened.</param>
    /// <param name="local">Its address; port 0 takes a free one.</param>
    /// <param name="server">Where the client sends; null for the server.</param>
    /// <param name="train">What it sends.</param>
    /// <param name="random">A stream for it alone.</param>
    /// <exception cref="ArgumentException">The train is not allowed.</exception>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public GamePeer(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress? server, PacketTrain train, SeededRandom random)
    {
        train.Validate();
        (_scheduler, _train, _random, _peer, _send) = (scheduler, train, random, server, Send);
        _port = network.Open(local);
        _port.Received = Receive;
    }

    public UdpAddress Address => _port.Address;

    /// <summary>When each datagram was sent, by sequence number.</summary>
    public IReadOnlyList<Instant> Sent => _sent;

    /// <summary>In the order in which they came.</summary>
    public IReadOnlyList<GameArrival> Arrivals => _arrivals;

    /// <summary>Begins to send: now if it knows to whom, else when it does.</summary>
    public void Start()
    {
        _running = true;
        if (_peer is not null)
            Begin();
    }

    /// <summary>Sends no more; it goes on to note what arrives.</summary>
    public void Stop() => _running = false;

    public void Dispose() => _port.Dispose();

    private void Begin()
    {
        _planned = _scheduler.Now;
        Send();
    }

    private void Send()
    {
        if (!_running)
            return;
        Instant now = _scheduler.Now;
        Span<byte> payload = _payload.AsSpan(0, _train.PayloadBytes - _train.PayloadSpreadBytes + _random.Next(2 * _train.PayloadSpreadBytes + 1));
        Duration held = _latestSentAt == Instant.Never ? Duration.Zero : now - _latestArrivedAt;
        new GameDatagram(_sent.Count, now, _latestSentAt, held).Write(payload);
        _sent.Add(now);
        _port.Send(_peer!.Value, payload);
        _planned += _train.Interval; // Of the rhythm, so that late wake-ups do not add up.
        _scheduler.At(_planned + _random.NextDuration(Duration.Zero - _train.Jitter, _train.Jitter), _send);
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> payload)
    {
        if (!GameDatagram.TryRead(payload, out GameDatagram datagram))
            return;
        Instant now = _scheduler.Now;
        bool fresh = datagram.EchoedAt != Instant.Never && datagram.EchoedAt != _usedEcho;
        _arrivals.Add(new GameArrival(now, datagram.Sequence, payload.Length, now - datagram.SentAt,
            fresh ? now - datagram.EchoedAt - datagram.Held : null));
        (_latestSentAt, _latestArrivedAt, _usedEcho) = (datagram.SentAt, now, datagram.EchoedAt);
        if (_peer is not null)
            return;
        _peer = from;
        if (_running)
            Begin();
    }
}

/// <summary>A datagram of a game that has arrived.</summary>
/// <param name="At">When.</param>
/// <param name="Sequence">The sender's number.</param>
/// <param name="Bytes">Of its payload.</param>
/// <param name="Delay">One way.</param>
/// <param name="RoundTrip">
/// From the sending of the datagram that it echoes until now, without the time that the peer held it; null when there is none, or when an
/// earlier arrival echoed the same: each datagram is used once, as in TEACUP's synthetic packet pairs.
/// </param>
public readonly record struct GameArrival(Instant At, int Sequence, int Bytes, Duration Delay, Duration? RoundTrip);
