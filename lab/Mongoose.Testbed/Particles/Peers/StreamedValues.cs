using Mongoose.Network.Tcp;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>
/// Finds the values in a byte stream by the position of their last byte. Both ends of the stream belong to one clock, so that they can
/// share a queue of values.
/// </summary>
internal sealed class StreamedValues
{
    private readonly IByteStream _stream;
    private readonly ValueHandler _received;
    private readonly Queue<(ParticleValue Value, long End)> _underWay = new();
    private long _end;

    public StreamedValues(IByteStream stream, ValueHandler received)
    {
        (_stream, _received) = (stream, received);
        stream.Delivered += _ => Read();
    }

    /// <summary>Writes bytes that belong to no value.</summary>
    public void Write(int bytes)
    {
        _end += bytes;
        _stream.Write(bytes);
    }

    /// <summary>Adds a value whose bytes the caller writes before the stream's next event.</summary>
    public void Add(in ParticleValue value, int bytes)
    {
        _end += bytes;
        _underWay.Enqueue((value, _end));
    }

    private void Read()
    {
        while (_underWay.TryPeek(out (ParticleValue Value, long End) next) && next.End <= _stream.DeliveredBytes)
        {
            _underWay.Dequeue();
            _received(next.Value);
        }
    }
}
