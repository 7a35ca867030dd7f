using Mongoose.Core.Lludp;

namespace Mongoose.Client.Viewers;

/// <summary>
/// The buffers in which packets wait in a viewer: the socket, which counts bytes, then one or two rings, which count packets.
/// Packets that do not fit are dropped, as if they were lost on the path.
/// </summary>
internal sealed class ReceiveBuffers(AckRule rule, FrameOptions options)
{
    /// <summary>Maximum UDP payload of one IP packet.</summary>
    private const int PacketPayloadBytes = 1472;

    private readonly DatagramQueue _socket = new();
    private readonly DatagramQueue _reliable = new();
    private readonly DatagramQueue _other = new();
    private readonly int _ringPackets = options.RingPackets ?? rule.RingPackets;
    private long _bytesInSocket;

    /// <summary>Datagrams that reached the socket.</summary>
    public long Arrived { get; private set; }

    /// <summary>Datagrams dropped because the socket, or the ring, was full.</summary>
    public long Overflowed { get; private set; }

    /// <summary>Whether packets wait in a ring.</summary>
    public bool HasBacklog => _reliable.Count > 0 || _other.Count > 0;

    /// <summary>Called with the number of each reliable packet that has entered a ring.</summary>
    public Action<uint>? ReliableQueued { get; set; }

    /// <summary>A datagram has arrived.</summary>
    public void Arrive(ReadOnlySpan<byte> datagram)
    {
        Arrived++;
        int bytes = Counted(datagram.Length);
        if (rule.HasThread)
        {
            Queue(datagram);
        }
        else if (_bytesInSocket + bytes > options.SocketBytes)
        {
            Overflowed++;
        }
        else
        {
            _bytesInSocket += bytes;
            _socket.Add(datagram);
        }
    }

    /// <summary>Moves all packets in the socket into the rings.</summary>
    public void Drain()
    {
        for (; _socket.Count > 0; _socket.RemoveHead())
            Queue(_socket.Head);
        _bytesInSocket = 0;
    }

    /// <summary>The ring whose head is to be processed next; null if the rings are empty. Reliable packets come first.</summary>
    public DatagramQueue? Next()
    {
        if (_reliable.Count > 0)
            return _reliable;
        return _other.Count > 0 ? _other : null;
    }

    private void Queue(ReadOnlySpan<byte> datagram)
    {
        bool isReliable = ((PacketFlags)datagram[0] & PacketFlags.Reliable) != 0;
        DatagramQueue ring = isReliable || !rule.WhenQueued ? _reliable : _other;
        if (ring.Count >= _ringPackets)
        {
            Overflowed++;
            return;
        }
        ring.Add(datagram);
        if (isReliable)
            ReliableQueued?.Invoke(DatagramHeader.GetSequence(datagram));
    }

    private static int Counted(int payload) =>
        FrameOptions.KernelBytes * Math.Max(1, (payload + PacketPayloadBytes - 1) / PacketPayloadBytes);
}
