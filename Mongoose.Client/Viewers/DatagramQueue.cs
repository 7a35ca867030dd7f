namespace Mongoose.Client.Viewers;

/// <summary>Copies of datagrams in order of arrival. The buffers are reused: once the queue has grown, it allocates nothing.</summary>
internal sealed class DatagramQueue
{
    private const int UsualBytes = 1500;

    private byte[][] _buffers = [];
    private int[] _lengths = [];
    private int _head;

    public int Count { get; private set; }

    /// <summary>Valid until the next call of another member.</summary>
    public ReadOnlySpan<byte> Head => _buffers[_head].AsSpan(0, _lengths[_head]);

    public void Add(ReadOnlySpan<byte> datagram)
    {
        if (Count == _buffers.Length)
            Grow();
        int place = (_head + Count++) % _buffers.Length;
        if (_buffers[place] is null || _buffers[place].Length < datagram.Length)
            _buffers[place] = new byte[Math.Max(datagram.Length, UsualBytes)];
        datagram.CopyTo(_buffers[place]);
        _lengths[place] = datagram.Length;
    }

    public void RemoveHead()
    {
        _head = (_head + 1) % _buffers.Length;
        Count--;
    }

    private void Grow()
    {
        int size = Math.Max(16, 2 * _buffers.Length);
        byte[][] buffers = new byte[size][];
        int[] lengths = new int[size];
        for (int i = 0; i < Count; i++)
        {
            int place = (_head + i) % Count;
            (buffers[i], lengths[i]) = (_buffers[place], _lengths[place]);
        }
        (_buffers, _lengths, _head) = (buffers, lengths, 0);
    }
}
