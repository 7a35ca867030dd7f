namespace Mongoose.Benchmarks.Mixing;

/// <summary>Datagrams on their way to a simulated mixer; allocates nothing after it has grown.</summary>
internal sealed class DatagramQueue
{
    private readonly List<(int Peer, int From, int Length)> _datagrams = [];
    private byte[] _bytes = new byte[65_536];
    private int _used;

    public int Count => _datagrams.Count;

    public void Put(int peer, ReadOnlySpan<byte> datagram)
    {
        if (_used + datagram.Length > _bytes.Length)
            Array.Resize(ref _bytes, 2 * _bytes.Length + datagram.Length);
        datagram.CopyTo(_bytes.AsSpan(_used));
        _datagrams.Add((peer, _used, datagram.Length));
        _used += datagram.Length;
    }

    public ReadOnlySpan<byte> Get(int index, out int peer)
    {
        (peer, int from, int length) = _datagrams[index];
        return _bytes.AsSpan(from, length);
    }

    public void Clear()
    {
        _datagrams.Clear();
        _used = 0;
    }
}
