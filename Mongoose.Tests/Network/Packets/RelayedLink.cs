using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Packets;

/// <summary>A link of 20 Mbit/s in front of a server that loses datagrams in both directions, on its own loop.</summary>
internal sealed class RelayedLink : IDisposable
{
    private readonly RealTimeLoop _loop = new("link");
    private readonly UdpRelay _relay;

    public RelayedLink(UdpAddress server, Duration delay, double loss)
    {
        LinkOptions options = new() { Delay = delay, Loss = new BernoulliLoss(loss), Rate = DataRate.FromMegabitsPerSecond(20) };
        _relay = _loop.Invoke(() => new UdpRelay(_loop, _loop, server, options with { Seed = 1 }, options with { Seed = 2 }));
    }

    public UdpAddress Address => _relay.Address;

    public void Dispose()
    {
        _loop.Invoke(_relay.Dispose);
        _loop.Dispose();
    }
}
