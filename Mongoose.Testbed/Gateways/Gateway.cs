using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Hosts;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Gateways;

/// <summary>A home gateway that other programs' traffic can cross, and what each flow does in its queues.</summary>
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
            (link.Down.Queue.Observer, link.Up.Queue.Observer) = (_down, _up);
            return RealTimeLoop.Clock;
        });
    }

    /// <summary>Behind the line: where servers are.</summary>
    public TunHost Internet => _network.Server;

    /// <summary>At home: where players are.</summary>
    public TunHost Home => _network.Client;

    /// <summary>What has happened since the last reading, or the beginning.</summary>
    public GatewayReading Read() => _network.OnLink(_ =>
    {
        Instant now = RealTimeLoop.Clock, before = _readAt;
        _readAt = now;
        return new GatewayReading(now - _start, now - before, _down.Take(), _up.Take());
    });

    public void Dispose() => _network.Dispose();
}
