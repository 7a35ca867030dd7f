using System.Runtime.Versioning;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Packets;

/// <summary>Datagrams from the server of a network to its client, and the numbers of those that arrive.</summary>
[SupportedOSPlatform("linux")]
internal sealed class NumberedDatagrams : IDisposable
{
    private readonly RealTimeLoop _server;
    private readonly RealTimeLoop _client;
    private readonly IDatagramPort _from;
    private readonly IDatagramPort _to;
    private readonly List<int> _received = [];

    public NumberedDatagrams(TunNetwork network)
    {
        (_server, _client) = (network.Server.Loop, network.Client.Loop);
        _from = _server.Invoke(() => _server.Open(network.Server.Address));
        _to = _client.Invoke(() => _client.Open(network.Client.Address));
        _client.Invoke(() => _to.Received = (_, data) => _received.Add(BitConverter.ToInt32(data)));
    }

    public IReadOnlyList<int> Received => _client.Invoke(() => _received.ToArray());

    /// <summary>Sends all of them at once.</summary>
    public void Send(int first, int count, int payloadBytes) => _server.Invoke(() =>
    {
        byte[] datagram = new byte[payloadBytes];
        for (int i = first; i < first + count; i++)
        {
            BitConverter.TryWriteBytes(datagram, i);
            _from.Send(_to.Address, datagram);
        }
    });

    /// <summary>Waits until no datagram has arrived for half a second.</summary>
    public void WaitForQuiet(CancellationToken deadline)
    {
        for (int before = -1, now = Received.Count; now != before; (before, now) = (now, Received.Count))
            deadline.WaitHandle.WaitOne(500);
    }

    public void Dispose()
    {
        _server.Invoke(_from.Dispose);
        _client.Invoke(_to.Dispose);
    }
}
