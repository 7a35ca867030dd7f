using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Games;

public sealed class GamePeerTests
{
    [Test]
    public void The_server_starts_when_the_clients_first_datagram_arrives()
    {
        GameRig rig = new GameRig(Delayed(10), Delayed(30)).Play(seconds: 1);
        Assert.That(rig.Client.Sent[0].Milliseconds, Is.Zero);
        Assert.That(rig.Server.Sent[0].Milliseconds, Is.EqualTo(30));
        Assert.That(rig.Client.Arrivals[0].At.Milliseconds, Is.EqualTo(40));
    }

    [Test]
    public void A_round_trip_covers_both_directions_without_the_time_held_by_the_server()
    {
        GameRig rig = new GameRig(Delayed(10), Delayed(30)).Play(seconds: 10);
        Assert.That(rig.Client.Arrivals.Select(arrival => arrival.Delay.Milliseconds), Is.All.EqualTo(10));
        Assert.That(rig.Server.Arrivals.Select(arrival => arrival.Delay.Milliseconds), Is.All.EqualTo(30));
        Assert.That(rig.Client.Arrivals.Select(arrival => arrival.RoundTrip?.Milliseconds), Is.All.EqualTo(40));
        Assert.That(rig.Server.Arrivals.Select(arrival => arrival.RoundTrip?.Milliseconds), Is.All.Null.Or.EqualTo(40));
    }

    [Test]
    public void A_datagram_that_is_echoed_twice_is_measured_once()
    {
        GameOptions slowClient = new()
        {
            Down = new PacketTrain { Interval = Duration.FromMilliseconds(10) },
            Up = new PacketTrain { Interval = Duration.FromMilliseconds(100) },
        };
        GameRig rig = new GameRig(Delayed(10), Delayed(10), slowClient).Play(seconds: 10);
        Assert.That(rig.Client.Arrivals, Has.Count.EqualTo(998).Within(1));
        Assert.That(rig.Client.Arrivals.Count(arrival => arrival.RoundTrip is not null), Is.EqualTo(100).Within(1));
    }

    [Test]
    public void Both_ends_keep_their_intervals_and_sizes()
    {
        GameRig rig = new GameRig(new LinkOptions(), new LinkOptions()).Play(seconds: 60);
        GameOptions quake = new();
        Assert.That(rig.Server.Sent, Has.Count.EqualTo(1200).Within(1));
        Assert.That(rig.Client.Sent, Has.Count.EqualTo(60 / 0.033).Within(1));
        for (int i = 0; i < rig.Client.Sent.Count; i++)
        {
            Duration late = rig.Client.Sent[i] - (Instant.Zero + quake.Up.Interval * i);
            Assert.That(late, Is.InRange(Duration.Zero - quake.Up.Jitter, quake.Up.Jitter), "deviations do not add up");
        }
        int[] sizes = rig.Client.Arrivals.Select(arrival => arrival.Bytes).Distinct().Order().ToArray();
        Assert.That(sizes, Is.EqualTo(Enumerable.Range(50, 61)), "every size of 80 ± 30, and no other");
    }

    [Test]
    public void The_number_of_a_lost_datagram_never_arrives()
    {
        GameRig rig = new GameRig(Delayed(10) with { Loss = new ListedLoss(2, 5) }, Delayed(10)).Play(seconds: 1);
        Assert.That(rig.Client.Arrivals.Take(5).Select(arrival => arrival.Sequence), Is.EqualTo(new[] { 0, 1, 3, 4, 6 }));
    }

    [Test]
    public void The_same_seed_plays_the_same_game()
    {
        GameArrival[] Arrivals(long seed) => new GameRig(Delayed(10), Delayed(10), seed: seed).Play(seconds: 5).Client.Arrivals.ToArray();
        Assert.That(Arrivals(7), Is.EqualTo(Arrivals(7)));
        Assert.That(Arrivals(7), Is.Not.EqualTo(Arrivals(8)));
    }

    [Test]
    public void A_game_that_has_stopped_sends_nothing()
    {
        GameRig rig = new GameRig(Delayed(10), Delayed(10)).Play(seconds: 1);
        rig.Client.Stop();
        rig.Server.Stop();
        (int client, int server) = (rig.Client.Sent.Count, rig.Server.Sent.Count);
        rig.Clock.RunFor(Duration.FromSeconds(5));
        Assert.That((rig.Client.Sent.Count, rig.Server.Sent.Count), Is.EqualTo((client, server)));
        Assert.That(rig.Server.Arrivals, Has.Count.EqualTo(client), "datagrams in flight still arrived");
    }

    [Test]
    public void Datagrams_from_other_senders_are_ignored()
    {
        GameRig rig = new(Delayed(10), Delayed(10));
        rig.Server.Start();
        IDatagramPort stranger = rig.Network.Open(UdpAddress.Loopback());
        stranger.Send(rig.Server.Address, new byte[GameDatagram.HeaderBytes - 1]);
        rig.Clock.RunFor(Duration.FromSeconds(1));
        Assert.That((rig.Server.Arrivals.Count, rig.Server.Sent.Count), Is.EqualTo((0, 0)));
    }

    private static LinkOptions Delayed(double milliseconds) => new() { Delay = Duration.FromMilliseconds(milliseconds) };
}
