using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Games;

/// <summary>
/// One end of a game: sends datagrams at its interval and records those that arrive. The client knows the server's address; the server
/// learns the client's address from its first datagram and then starts sending. Use it on its scheduler's thread.
/// </summary>
public sealed class GamePeer : IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly PacketTrain _train;
    private readonly SeededRandom _random;
    private readonly byte[] _payload = new byte[PacketTrain.MaxPayloadBytes];
    private readonly Action _send;
    private readonly List<Instant> _sent = [];
    private readonly List<GameArrival> _arrivals = [];
    private UdpAddress? _peer;
    private Instant _planned;
    private bool _running;
    private Instant _latestSentAt = Instant.Never, _latestArrivedAt, _usedEcho = Instant.Never;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which its port is opened.</param>
    /// <param name="local">The peer's address; port 0 chooses a free port.</param>
    /// <param name="server">The address to which the client sends; null for the server.</param>
    /// <param name="train">The datagrams to send.</param>
    /// <param name="random">A stream of random numbers for this peer alone.</param>
    /// <exception cref="ArgumentException">The train has an invalid value.</exception>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public GamePeer(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress? server, PacketTrain train, SeededRandom random)
    {
        train.Validate();
        (_scheduler, _train, _random, _peer, _send) = (scheduler, train, random, server, Send);
        _port = network.Open(local, Receive);
    }

    public UdpAddress Address => _port.Address;

    /// <summary>The time at which each datagram was sent, by sequence number.</summary>
    public IReadOnlyList<Instant> Sent => _sent;

    /// <summary>The received datagrams, in order of arrival.</summary>
    public IReadOnlyList<GameArrival> Arrivals => _arrivals;

    /// <summary>Starts sending: immediately if the other end's address is known, else when it becomes known.</summary>
    public void Start()
    {
        _running = true;
        if (_peer is not null)
            Begin();
    }

    /// <summary>Stops sending; arrivals are still recorded.</summary>
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
        int deviation = _random.Next(2 * _train.PayloadSpreadBytes + 1) - _train.PayloadSpreadBytes;
        Span<byte> payload = _payload.AsSpan(0, _train.PayloadBytes + deviation);
        Duration held = _latestSentAt == Instant.Never ? Duration.Zero : now - _latestArrivedAt;
        new GameDatagram(_sent.Count, now, _latestSentAt, held).Write(payload);
        _sent.Add(now);
        _port.Send(_peer!.Value, payload);
        _planned += _train.Interval; // Computed from the planned time, so that late wake-ups do not add up.
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

/// <summary>A received datagram of a game.</summary>
/// <param name="At">The arrival time.</param>
/// <param name="Sequence">The sender's sequence number.</param>
/// <param name="Bytes">The size of its payload.</param>
/// <param name="Delay">The one-way delay.</param>
/// <param name="RoundTrip">
/// The time from sending the echoed datagram until now, less the time that the peer held it; null if nothing is echoed, or if the previous
/// arrival echoed the same datagram: without reordering, each is used once, as in TEACUP's synthetic packet pairs.
/// </param>
public readonly record struct GameArrival(Instant At, int Sequence, int Bytes, Duration Delay, Duration? RoundTrip);
