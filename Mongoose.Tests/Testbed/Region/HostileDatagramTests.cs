using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>Malformed datagrams, as sent by bugs or attackers: mutations of real datagrams.</summary>
public sealed class HostileDatagramTests
{
    private const int Datagrams = 6_000;

    [Test]
    public void A_region_survives_mutated_datagrams_and_still_serves(
        [ValueSource(typeof(RegionRig), nameof(RegionRig.Outbounds))] string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound, Activity = Activity.Walking, Prims = 100, Landscape = true });
        rig.Enter(2);
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids.Take(5));
        rig.Peer.RequestAsset();
        rig.Peer.Ping(1);
        rig.Peer.Pong(1);
        rig.Peer.Logout();
        rig.Run(1);
        byte[][] real = rig.Peer.Sent.DistinctBy(d => d.Length).ToArray();
        Random random = new(5);
        RawPeer[] strangers = Enumerable.Range(0, 20).Select(_ => new RawPeer(rig.Clock, rig.Network, rig.Region.Address)).ToArray();
        foreach (RawPeer stranger in strangers)
            stranger.Open();
        for (int i = 0; i < Datagrams; i++)
        {
            strangers[random.Next(strangers.Length)].Send(Mutate(random, real));
            if (i % 10 == 0)
                rig.Run(0.003);
        }
        Assert.That(rig.Region.Totals.MalformedDatagrams, Is.GreaterThan(Datagrams / 100));

        Guid texture = rig.Region.Options.Textures.Ids[^1];
        int completed = 0;
        using Viewer viewer = new(rig.Clock, rig.Network, new ViewerOptions { Region = rig.Region.Address, Textures = [texture] });
        viewer.TextureCompleted = (_, _) => completed++;
        viewer.Start();
        rig.Run(20);
        Assert.That(viewer.State, Is.EqualTo(ViewerState.Connected));
        Assert.That(completed, Is.EqualTo(1));
        foreach (RawPeer stranger in strangers)
            stranger.Acks = false;
        rig.Run(61);
        Assert.That(rig.Region.Circuits.Select(c => c.Opening.Code), Is.EqualTo(new[] { 1u }),
            "circuits opened by mutated datagrams have timed out");
        viewer.Logout();
        rig.Run(1);
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
    }

    [Test]
    public void A_viewer_survives_mutated_datagrams_and_still_answers()
    {
        byte[][] real = RegionsDatagrams();
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        RawPeer region = new(clock, network, default, port: 9000);
        using Viewer viewer = new(clock, network, new ViewerOptions
        {
            Region = region.Address,
            ReadStamps = true,
            Textures = TextureLibrary.Default.Ids,
            RepeatTextures = true,
        });
        viewer.Start();
        clock.RunFor(Duration.FromSeconds(0.1));
        region.Send(Handshake(real));
        clock.RunFor(Duration.FromSeconds(0.1));
        Assert.That(viewer.State, Is.EqualTo(ViewerState.Connected));

        Random random = new(6);
        for (int i = 0; i < Datagrams; i++)
        {
            byte[] bent = Mutate(random, real);
            if (!Array.Exists(Endings, message => Carries(bent, message)))
                region.Send(bent);
            if (i % 10 == 0)
                clock.RunFor(Duration.FromMilliseconds(3));
        }
        int pongs = region.Of(MessageId.CompletePingCheck).Count();
        byte[] ping = new byte[64];
        DatagramWriter w = new(ping, sequence: 4_000_000);
        new StartPingCheck(9, 0).Write(ref w);
        Assert.That(w.TryFinish(out int length));
        region.Send(ping[..length]);
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(viewer.State, Is.EqualTo(ViewerState.Connected));
        Assert.That(region.Of(MessageId.CompletePingCheck).Count(), Is.EqualTo(pongs + 1));
    }

    [Test]
    public void A_viewer_accepts_datagrams_only_from_its_region()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        RawPeer region = new(clock, network, default, port: 9000);
        using Viewer viewer = new(clock, network, new ViewerOptions { Region = region.Address });
        viewer.Start();
        clock.RunFor(Duration.FromSeconds(0.1));
        byte[] handshake = Handshake(RegionsDatagrams());
        RawPeer stranger = new(clock, network, region.Other);
        stranger.Send(handshake);
        clock.RunFor(Duration.FromSeconds(0.1));
        Assert.That(viewer.State, Is.EqualTo(ViewerState.Connecting));
        region.Send(handshake);
        clock.RunFor(Duration.FromSeconds(0.1));
        Assert.That(viewer.State, Is.EqualTo(ViewerState.Connected));
    }

    /// <summary>The datagrams of a busy region, one of each message and length.</summary>
    private static byte[][] RegionsDatagrams()
    {
        RegionRig rig = new(new RegionOptions { Activity = Activity.Walking, Prims = 100, Landscape = true });
        rig.Enter(4);
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids.TakeLast(30));
        rig.Peer.RequestAsset();
        rig.Peer.Ping(1);
        rig.Run(11);
        rig.Peer.Logout();
        rig.Run(1);
        return rig.Peer.Received.DistinctBy(d => (d.Message, d.Bytes.Length)).Select(d => d.Bytes).ToArray();
    }

    private static byte[] Handshake(byte[][] datagrams)
    {
        byte[] handshake = (byte[])datagrams.First(d => Carries(d, MessageId.RegionHandshake)).Clone();
        DatagramHeader.SetSequence(handshake, 3_000_000);
        return handshake;
    }

    /// <summary>The messages with which a region ends a circuit.</summary>
    private static readonly MessageId[] Endings =
        [MessageId.CloseCircuit, MessageId.LogoutReply, MessageId.DisableSimulator, MessageId.KickUser];

    private static bool Carries(byte[] datagram, MessageId message) =>
        DatagramReader.TryParse(datagram, new byte[DatagramReader.ScratchBytes], out DatagramReader reader) == LludpError.None
        && reader.Message == message;

    private static byte[] Mutate(Random random, byte[][] real)
    {
        byte[] bent = (byte[])real[random.Next(real.Length)].Clone();
        DatagramHeader.SetSequence(bent, (uint)random.Next(1, 2_000_000));
        switch (random.Next(6))
        {
            case 0:
                return bent[..random.Next(bent.Length)];
            case 1:
                byte[] tail = new byte[random.Next(300)];
                random.NextBytes(tail);
                return [.. bent, .. tail];
            case 2:
                random.NextBytes(bent.AsSpan(random.Next(bent.Length)));
                return bent;
            case 3:
                bent[0] ^= (byte)(random.Next(16) << 4);
                return bent;
            case 4:
                return bent;
            default:
                for (int i = random.Next(1, 9); i > 0; i--)
                    bent[random.Next(bent.Length)] ^= (byte)(1 << random.Next(8));
                return bent;
        }
    }
}
