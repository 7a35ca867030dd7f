using Mongoose.Network.Tcp;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>
/// Writes to a byte stream only when the stream takes more, and then the newest values only: TCP as an application should use it for state,
/// with TCP_NOTSENT_LOWAT. A particle whose value is replaced before it is written keeps its turn.
/// </summary>
internal sealed class TcpConflatingPeer : IStateSender
{
    private readonly IByteStream _stream;
    private readonly int _messageBytes, _messagesPerWrite;
    private readonly Func<WireCounts> _wire;
    private readonly StreamedValues _values;
    private readonly NewestValues _waiting;
    private readonly Action _write;

    /// <param name="stream">A stream for this peer alone.</param>
    /// <param name="profile">The particles and the size of their messages.</param>
    /// <param name="segmentBytes">Payload of a segment: at most this is written at a time, but at least one message.</param>
    /// <param name="wire">Reads the counters of the stream.</param>
    /// <param name="received">Handles each value.</param>
    public TcpConflatingPeer(IByteStream stream, ParticleProfile profile, int segmentBytes, Func<WireCounts> wire, ValueHandler received)
    {
        (_stream, _messageBytes, _wire, _write) = (stream, profile.MessageBytes, wire, Write);
        _messagesPerWrite = Math.Max(1, segmentBytes / _messageBytes);
        _values = new StreamedValues(stream, received);
        _waiting = new NewestValues(profile.Count);
    }

    public WireCounts Wire => _wire();

    /// <summary>Opens the connection: a first byte makes the stream connect.</summary>
    public void Open() => _values.Write(1);

    public void SendFrame(ReadOnlySpan<ParticleValue> moved)
    {
        foreach (ParticleValue value in moved)
            _waiting.Set(value);
        Write();
    }

    private void Write()
    {
        while (_waiting.Count > 0 && _stream.HasRoom)
        {
            int messages = 0;
            for (; messages < _messagesPerWrite && _waiting.TryTake(out ParticleValue value); messages++)
                _values.Add(value, _messageBytes);
            _stream.Write((long)messages * _messageBytes);
        }
        if (_waiting.Count > 0)
            _stream.AwaitRoom(_write);
    }
}
