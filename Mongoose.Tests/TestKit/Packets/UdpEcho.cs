using System.Collections.Concurrent;
using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Packets;

/// <summary>Sends each datagram back from the server of a network to its client.</summary>
[SupportedOSPlatform("linux")]
internal sealed class UdpEcho : IDisposable
{
    private readonly RealTimeLoop _server;
    private readonly RealTimeLoop _client;
    private readonly IDatagramPort _echo;
    private readonly IDatagramPort _port;
    private readonly BlockingCollection<Duration> _roundTrips = [];

    public UdpEcho(TunNetwork network)
    {
        (_server, _client) = (network.Server.Loop, network.Client.Loop);
        _echo = _server.Invoke(() => _server.Open(network.Server.Address));
        _server.Invoke(() => _echo.Received = (from, data) => _echo.Send(from, data));
        _port = _client.Invoke(() => _client.Open(network.Client.Address));
        _client.Invoke(() => _port.Received = (_, data) =>
            _roundTrips.Add(_client.Now - new Instant(BitConverter.ToInt64(data)), CancellationToken.None));
    }

    /// <summary>The minimum of several round trips, one after the other.</summary>
    public Duration MinRoundTrip(int count, CancellationToken deadline)
    {
        Duration min = Duration.MaxValue;
        for (int i = 0; i < count; i++)
        {
            _client.Invoke(() => _port.Send(_echo.Address, BitConverter.GetBytes(_client.Now.Nanoseconds)));
            min = Duration.Min(min, _roundTrips.Take(deadline));
        }
        return min;
    }

    public void Dispose()
    {
        _server.Invoke(_echo.Dispose);
        _client.Invoke(_port.Dispose);
        _roundTrips.Dispose();
    }
}
