using System.Buffers.Binary;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>
/// The serving end of Verse: the receiver connects to it, and each particle is a key. A receiver that connects again gets the newest value
/// of every key.
/// </summary>
internal sealed class VerseSender : IStateSender, IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly VerseListener _listener;
    private readonly ParticleValue?[] _newest;
    private readonly int _messageBytes;
    private readonly byte[] _value;
    private readonly byte[] _answer = new byte[UdpSender.MaxPayloadBytes];
    private VersePump? _pump;
    private WireCounts _earlier = new(0, 0);

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which the port is opened.</param>
    /// <param name="local">The sender's address; port 0 chooses a free port.</param>
    /// <param name="options">The options of this end.</param>
    /// <param name="profile">The particles and the size of their messages.</param>
    /// <param name="seed">The seed of ids and cookies.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public VerseSender(IScheduler scheduler, INetwork network, UdpAddress local, VerseOptions options, ParticleProfile profile, ulong seed)
    {
        _scheduler = scheduler;
        _listener = new VerseListener(options, seed);
        _newest = new ParticleValue?[profile.Count];
        _messageBytes = profile.MessageBytes;
        _value = new byte[profile.MessageBytes - ParticleValue.Bytes + ParticleValue.BodyBytes];
        _port = network.Open(local, Receive);
    }

    public UdpAddress Address => _port.Address;

    /// <summary>Each value sent again counts as a message, with its particle's number, as with other peers.</summary>
    public WireCounts Wire => _pump?.Connection.Counters is { } counters
        ? new WireCounts(
            _earlier.Bytes + counters.BytesSent + counters.PacketsSent * WireHeaders.Udp,
            _earlier.ResentBytes + counters.ValueBytesResent / _value.Length * _messageBytes)
        : new WireCounts(0, 0);

    public void SendFrame(ReadOnlySpan<ParticleValue> moved)
    {
        foreach (ParticleValue value in moved)
        {
            _newest[value.Id] = value;
            if (_pump is not null)
                Set(_pump, value);
        }
        _pump?.Send();
    }

    public void Dispose()
    {
        _pump?.Stop();
        _port.Dispose();
    }

    private void Set(VersePump pump, in ParticleValue value)
    {
        value.WriteBody(_value);
        pump.Connection.Set((ulong)value.Id, _value);
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        VerseError error = _pump?.Connection.Receive(datagram, _scheduler.Now) ?? VerseError.NotThisConnection;
        if (error is VerseError.NotThisConnection or VerseError.Closed)
            Listen(from, datagram);
        _pump?.Send();
    }

    private void Listen(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        Span<byte> peer = stackalloc byte[6];
        BinaryPrimitives.WriteUInt32BigEndian(peer, from.Host);
        BinaryPrimitives.WriteUInt16BigEndian(peer[4..], from.Port);
        VerseConnection? connection = _listener.Receive(datagram, peer, _scheduler.Now, _answer, out int answerBytes);
        if (answerBytes > 0)
            _port.Send(from, _answer.AsSpan(0, answerBytes));
        if (connection is null)
            return;
        _earlier = Wire;
        _pump?.Stop();
        _pump = new VersePump(_scheduler, _port, from, connection);
        foreach (ParticleValue? value in _newest)
        {
            if (value is { } newest)
                Set(_pump, newest);
        }
    }
}
