using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Mixer.Mutations;

/// <summary>
/// Passes datagrams between two ports, and sends with each some false ones: earlier datagrams, of either side, with changed bytes.
/// </summary>
internal sealed class MutatingRelay : IDisposable
{
    private const int MaxKept = 200, HeaderBytes = 64;

    private readonly IDatagramPort _port;
    private readonly UdpAddress _a, _b;
    private readonly int _copies;
    private readonly Random _random;
    private readonly List<byte[]> _kept = [];

    /// <param name="copies">False datagrams for each true one.</param>
    public MutatingRelay(INetwork network, UdpAddress own, UdpAddress a, UdpAddress b, int copies, int seed)
    {
        (_a, _b, _copies, _random) = (a, b, copies, new Random(seed));
        _port = network.Open(own, Pass);
    }

    /// <summary>False datagrams so far.</summary>
    public long Mutations { get; private set; }

    public void Dispose() => _port.Dispose();

    private void Pass(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        UdpAddress to = from == _a ? _b : _a;
        byte[] copy = datagram.ToArray();
        if (_kept.Count < MaxKept)
            _kept.Add(copy);
        else
            _kept[_random.Next(MaxKept)] = copy;
        _port.Send(to, datagram);
        for (int i = 0; i < _copies; i++)
            _port.Send(to, Mutate(_kept[_random.Next(_kept.Count)]));
        Mutations += _copies;
    }

    private byte[] Mutate(byte[] valid)
    {
        byte[] datagram = _random.Next(10) == 0 ? valid[.._random.Next(valid.Length + 1)] : [.. valid];
        for (int changes = 1 + _random.Next(3); changes > 0 && datagram.Length > 0; changes--)
        {
            int at = _random.Next(Math.Min(datagram.Length, _random.Next(4) == 0 ? int.MaxValue : HeaderBytes));
            datagram[at] = _random.Next(2) == 0 ? (byte)_random.Next(256) : (byte)(datagram[at] ^ (1 << _random.Next(8)));
        }
        return datagram;
    }
}
