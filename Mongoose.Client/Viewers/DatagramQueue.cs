namespace Mongoose.Client.Viewers;

/// <summary>Copies of datagrams in order of arrival. The buffers are reused: once the queue has grown, it allocates nothing.</summary>
internal sealed class DatagramQueue
{
    private const int UsualBytes = 1500;

    private readonly Queue<ArraySegment<byte>> _datagrams = new();
    private readonly Stack<byte[]> _free = new();

    public int Count => _datagrams.Count;

    /// <summary>Valid until the next call of another member.</summary>
    public ReadOnlySpan<byte> Head => _datagrams.Peek();

    public void Add(ReadOnlySpan<byte> datagram)
    {
        byte[] buffer = _free.TryPop(out byte[]? free) && free.Length >= datagram.Length
            ? free
            : new byte[Math.Max(datagram.Length, UsualBytes)];
        datagram.CopyTo(buffer);
        _datagrams.Enqueue(new ArraySegment<byte>(buffer, 0, datagram.Length));
    }

    public void RemoveHead() => _free.Push(_datagrams.Dequeue().Array!);
}
