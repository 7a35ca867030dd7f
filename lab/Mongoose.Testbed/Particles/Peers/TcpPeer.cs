using Mongoose.Network.Tcp;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>
/// Writes every value to a byte stream, whatever the stream has sent so far. Streams count only bytes: a queue holds the values in order.
/// </summary>
/// <param name="stream">A stream for this peer alone.</param>
/// <param name="wire">Reads the counters of the stream.</param>
/// <param name="received">Handles each value.</param>
internal sealed class TcpPeer(IByteStream stream, int messageBytes, Func<WireCounts> wire, ValueHandler received) : IStateSender
{
    private readonly StreamedValues _values = new(stream, received);

    public WireCounts Wire => wire();

    /// <summary>Opens the connection: a first byte makes the stream connect.</summary>
    public void Open() => _values.Write(1);

    public void SendFrame(ReadOnlySpan<ParticleValue> moved)
    {
        foreach (ParticleValue value in moved)
            _values.Add(value, messageBytes);
        stream.Write((long)moved.Length * messageBytes);
    }
}
