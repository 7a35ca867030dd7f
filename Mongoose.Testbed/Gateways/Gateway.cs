using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Hosts;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Gateways;

/// <summary>An emulated home gateway for the traffic of other programs, with the counts of each flow in its queues.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Gateway : IDisposable
{
    private readonly TunNetwork _network;
    private readonly FlowMeter _down = new();
    private readonly FlowMeter _up = new();
    private readonly Instant _start;
    private Instant _readAt;

    /// <exception cref="HostException">No privileges, or no TUN device.</exception>
    /// <exception cref="ArgumentException">The options are not allowed.</exception>
    public Gateway(GatewayOptions options)
    {
        _network = TunNetwork.Create(options.Network);
        _start = _readAt = _network.OnLink(link =>
        {
            _down.Observe(link.Down.Queue);
            _up.Observe(link.Up.Queue);
            return RealTimeLoop.Clock;
        });
    }

    /// <summary>The host behind the line, for servers.</summary>
    public TunHost Internet => _network.Server;

    /// <summary>The host at home, for players.</summary>
    public TunHost Home => _network.Client;

    /// <summary>The traffic since the previous reading, or since the start.</summary>
    public GatewayReading Read() => _network.OnLink(_ =>
    {
        Instant now = RealTimeLoop.Clock, before = _readAt;
        _readAt = now;
        return new GatewayReading(now - _start, now - before, _down.Take(), _up.Take());
    });

    public void Dispose() => _network.Dispose();
}
