using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Gateways;

/// <summary>An emulated home gateway for the traffic of other programs, with the counts of each flow in its queues.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Gateway : IDisposable
{
    private static readonly Duration Millisecond = Duration.FromMilliseconds(1);

    private readonly TunNetwork _network;
    private readonly FlowMeter _down = new();
    private readonly FlowMeter _up = new();
    private readonly GatewayClamp? _clamp;
    private readonly Instant _start;
    private Instant _readAt;

    /// <exception cref="HostException">No privileges, or no TUN device.</exception>
    /// <exception cref="ArgumentException">The options are not allowed.</exception>
    public Gateway(GatewayOptions options)
    {
        _network = TunNetwork.Create(options.Network);
        (_start, _clamp) = _network.OnLink(link =>
        {
            link.Down.Queue.Observe(_down);
            link.Up.Queue.Observe(_up);
            Instant now = RealTimeLoop.Clock;
            return (now, link.Links[0].DownClamp is { Clamp: var clamp } ? new GatewayClamp(clamp, now) : null);
        });
        _readAt = _start;
    }

    /// <summary>The host behind the line, for servers.</summary>
    public TunHost Internet => _network.Server;

    /// <summary>The host at home, for players.</summary>
    public TunHost Home => _network.Client;

    /// <summary>Waits, and returns the traffic since the previous reading, or since the start.</summary>
    /// <param name="time">How long to wait.</param>
    /// <param name="cancellation">Ends the wait early.</param>
    public GatewayReading ReadAfter(Duration time, CancellationToken cancellation)
    {
        Instant end = RealTimeLoop.Clock + time;
        for (Duration left = time; left > Duration.Zero && !cancellation.IsCancellationRequested; left = end - RealTimeLoop.Clock)
        {
            // Without a clamp, nothing changes unseen between two readings. A wait has whole milliseconds.
            Duration step = _clamp is null ? left : Duration.Min(left, GatewayClamp.SampleInterval);
            cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(Duration.Max(step, Millisecond).Seconds));
            if (_clamp is { } clamp)
                _network.OnLink(_ => Sample(clamp));
        }
        return Read();
    }

    public void Dispose() => _network.Dispose();

    private static bool Sample(GatewayClamp clamp)
    {
        clamp.Sample(RealTimeLoop.Clock);
        return true;
    }

    private GatewayReading Read() => _network.OnLink(_ =>
    {
        Instant now = RealTimeLoop.Clock, before = _readAt;
        _readAt = now;
        return new GatewayReading(now - _start, now - before, _down.Take(), _up.Take(), _clamp?.Take(now));
    });
}
