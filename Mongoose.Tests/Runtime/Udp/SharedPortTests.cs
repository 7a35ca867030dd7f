using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Runtime.Udp;

public sealed class SharedPortTests
{
    private readonly SimulatedScheduler _clock = new();
    private readonly SimulatedNetwork _network;

    public SharedPortTests() => _network = new SimulatedNetwork(_clock);

    [Test]
    public void Peers_see_one_port_and_their_datagrams_go_to_the_port_towards_them()
    {
        using IDatagramPort a = _network.Open(UdpAddress.Loopback()), b = _network.Open(UdpAddress.Loopback()),
            stranger = _network.Open(UdpAddress.Loopback());
        using SharedPort shared = new(_network.Open(UdpAddress.Any));
        List<UdpAddress> callers = [];
        a.Received = b.Received = (from, _) => callers.Add(from);
        Dictionary<UdpAddress, int> heard = [];
        IDatagramPort[] peers = [shared.Towards(a.Address), shared.Towards(b.Address)];
        foreach (IDatagramPort peer in peers)
            peer.Received = (from, _) => heard[from] = heard.GetValueOrDefault(from) + 1;
        peers[0].Send(a.Address, [1]);
        peers[1].Send(b.Address, [1]);
        Pass();
        Assert.That(callers, Has.Count.EqualTo(2).And.All.EqualTo(peers[0].Address));
        a.Send(callers[0], [1]);
        a.Send(callers[0], [1]);
        b.Send(callers[0], [1]);
        stranger.Send(callers[0], [1]);
        Pass();
        Assert.That(heard, Is.EquivalentTo(new Dictionary<UdpAddress, int> { [a.Address] = 2, [b.Address] = 1 }));
    }

    [Test]
    public void A_new_port_towards_a_peer_replaces_the_previous_one()
    {
        using IDatagramPort peer = _network.Open(UdpAddress.Loopback());
        using SharedPort shared = new(_network.Open(UdpAddress.Any));
        int received = 0, first = 0, second = 0;
        peer.Received = (_, _) => received++;
        IDatagramPort before = shared.Towards(peer.Address), after = shared.Towards(peer.Address);
        before.Received = (_, _) => first++;
        after.Received = (_, _) => second++;
        before.Dispose(); // The new port has taken its place.
        before.Send(peer.Address, [1]);
        peer.Send(after.Address, [1]);
        Pass();
        Assert.That((received, first, second), Is.EqualTo((0, 0, 1)));
        shared.Dispose();
        after.Send(peer.Address, [1]);
        peer.Send(after.Address, [1]);
        Pass();
        Assert.That((received, second), Is.EqualTo((0, 1)));
    }

    private void Pass() => _clock.RunFor(Duration.FromSeconds(1));
}
