using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>Everything that a region sends reaches its viewers, exactly once.</summary>
internal sealed class ContentTests
{
    private static readonly string[] Outbounds = RegionRig.Outbounds;

    // The paper's Table I, in kbit/s.
    private static readonly object[] TableI =
    [
        new object[] { Island.Cathedral, Activity.Standing, 189 }, new object[] { Island.Cathedral, Activity.Walking, 253 },
        new object[] { Island.Cathedral, Activity.Flying, 434 }, new object[] { Island.Cathedral, Activity.Teleporting, 357 },
        new object[] { Island.Sparta, Activity.Standing, 51 }, new object[] { Island.Sparta, Activity.Walking, 214 },
        new object[] { Island.Sparta, Activity.Flying, 224 }, new object[] { Island.Sparta, Activity.Teleporting, 269 },
        new object[] { Island.Linlithgow, Activity.Standing, 102 }, new object[] { Island.Linlithgow, Activity.Walking, 278 },
        new object[] { Island.Linlithgow, Activity.Flying, 292 }, new object[] { Island.Linlithgow, Activity.Teleporting, 369 },
    ];

    [TestCaseSource(nameof(TableI))]
    public void A_lone_viewer_receives_the_rate_of_the_papers_Table_I(Island island, Activity activity, int kilobits)
    {
        double[] measured = Outbounds.Select(outbound =>
        {
            VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(5), rttMs: 50);
            LoggedVisit visit = new(plan with
            {
                Region = plan.Region with { Island = island, Activity = activity },
                Viewer = plan.Viewer with { Textures = [] },
            });
            visit.Clock.RunUntil(Instant.FromSeconds(65));
            Assert.That(visit.Arrived.All(a => a.Channel == Channel.Task));
            return visit.Received(5, 65).KilobitsPerSecond;
        }).ToArray();
        TestContext.Out.WriteLine($"{island} {activity}: {kilobits} in the paper, stock {measured[0]:0.0}, "
            + $"Mongoose {measured[1]:0.0} kbit/s");
        Assert.That(measured, Has.All.EqualTo(kilobits).Within(10).Percent);
    }

    [Test]
    public void Every_texture_arrives_once_and_complete_despite_loss(
        [ValueSource(nameof(Outbounds))] string outbound, [Values(16, 139)] int outstanding)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(8), rttMs: 40, loss: 0.05);
        LoggedVisit visit = new(plan with { Viewer = plan.Viewer with { RepeatTextures = false, TexturesOutstanding = outstanding } });
        List<(Guid Id, int Bytes)> completed = [];
        visit.Viewer.TextureCompleted = (id, bytes) => completed.Add((id, bytes));
        visit.Clock.RunUntil(Instant.FromSeconds(200));

        TextureLibrary library = visit.Region.Options.Textures;
        Assert.That(completed.Select(c => c.Id), Is.EquivalentTo(library.Ids));
        Assert.That(completed, Has.All.Matches<(Guid Id, int Bytes)>(c => library.TryGetSize(c.Id, out int bytes) && bytes == c.Bytes));
        ChannelReception texture = visit.Viewer.Reception(Channel.Texture);
        Assert.That(texture.Missing, Is.Zero);
        Assert.That(texture.Resent, Is.InRange(0.03 * texture.Packets, 0.07 * texture.Packets));
        Assert.That(visit.Region.Pool.InUse, Is.Zero);
    }

    [Test]
    public void Texture_packets_cycle_through_several_sizes_and_every_texture_is_complete()
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(OutboundNames.Mongoose, DataRate.FromMegabitsPerSecond(8), rttMs: 40);
        LoggedVisit visit = new(plan with
        {
            Region = plan.Region with { Textures = new TextureLibrary([5000, 50, 1473]), TexturePacketBytes = [73, 373, 973] },
            Viewer = plan.Viewer with { Textures = new TextureLibrary([1, 1, 1]).Ids, RepeatTextures = false, TexturesOutstanding = 1 },
        });
        List<int> completed = [];
        visit.Viewer.TextureCompleted = (_, bytes) => completed.Add(bytes);
        visit.Clock.RunUntil(Instant.FromSeconds(5));
        Assert.That(completed, Is.EquivalentTo((int[])[5000, 50, 1473]));
        IEnumerable<int> sizes = visit.Sent.Where(s => s.Channel == Channel.Texture).Select(s => s.Bytes);
        Assert.That(sizes, Is.SupersetOf((int[])[100, 400, 1000]));
    }

    [TestCaseSource(nameof(Outbounds))]
    public void All_seven_channels_carry_traffic(string outbound)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(2), rttMs: 50, loss: 0.02);
        LoggedVisit visit = new(plan with
        {
            Region = plan.Region with { Activity = Activity.Walking, Landscape = true },
            Viewer = plan.Viewer with { Assets = 3 },
        });
        visit.Clock.RunUntil(Instant.FromSeconds(20));
        foreach (Channel channel in Enum.GetValues<Channel>())
            Assert.That(visit.Sent.Count(s => s.Channel == channel), Is.GreaterThan(5), channel.ToString());
        foreach (Channel channel in Enum.GetValues<Channel>().Where(c => c != Channel.Resend))
            Assert.That(visit.Viewer.Reception(channel).Packets, Is.GreaterThan(5), channel.ToString());
        Assert.That(visit.Viewer.Reception(Channel.Asset).Packets, Is.EqualTo(3 * 21));
        Assert.That(visit.Viewer.Reception(Channel.Land).Packets, Is.EqualTo(22));
        Assert.That(visit.Arrived.Where(a => a.Resent), Is.Not.Empty);
    }

    [Test]
    public void A_viewer_gets_an_update_of_every_prim_exactly_once([ValueSource(nameof(Outbounds))] string outbound,
        [Values(0, 1, 4, 1000)] int prims)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound, Prims = prims, Activity = Activity.Standing });
        LinkOptions link = new() { Loss = new BernoulliLoss(0.1), Seed = 4, Delay = Duration.FromMilliseconds(20) };
        UdpRelay relay = new(rig.Clock, rig.Network, rig.Region.Address, link, link with { Seed = 5 });
        rig.Peer.Other = relay.Address;
        for (int i = 0; i < 5; i++)
            rig.Peer.Open(); // At least one of them arrives.
        rig.Run(1);
        for (int i = 0; i < 5; i++)
            rig.Peer.Arrive(RegionRig.Rates(1));
        rig.Run(60);

        List<uint> updated = [];
        foreach (RawDatagram datagram in rig.Peer.Of(MessageId.ObjectUpdate).DistinctBy(d => d.Sequence))
        {
            Assert.That(ObjectUpdate.TryRead(datagram.Body, out ObjectUpdate update));
            foreach (ObjectUpdateBlock block in update.Objects)
                updated.Add(block.LocalId);
        }
        Assert.That(updated, Is.EquivalentTo(Enumerable.Range(1_000_000, prims)));
    }

    [TestCaseSource(nameof(Outbounds))]
    public void The_same_plan_and_seed_give_the_same_run_to_the_bit(string outbound)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(2), rttMs: 80, loss: 0.03);
        plan = plan with
        {
            Region = plan.Region with { Activity = Activity.Flying, Prims = 500, Landscape = true },
            Viewer = plan.Viewer with { Assets = 2, Walks = true },
            ToClient =
                plan.ToClient with { Rate = DataRate.FromMegabitsPerSecond(3), Queue = new() { Limit = QueueLimit.OfBytes(30_000) } },
        };
        LoggedVisit first = Run(plan);
        LoggedVisit[] others = new LoggedVisit[4];
        Parallel.For(0, others.Length, i => others[i] = Run(i == 0 ? plan with { ToClient = plan.ToClient with { Seed = 99 } } : plan));
        Assert.That(first.Arrived.Count(a => a.Resent), Is.GreaterThan(10));
        Assert.That(others[0].Sent, Is.Not.EqualTo(first.Sent), "another seed gives another run");
        foreach (LoggedVisit other in others.Skip(1))
        {
            Assert.That(other.Clock.EventsRun, Is.EqualTo(first.Clock.EventsRun));
            Assert.That(other.Sent.SequenceEqual(first.Sent));
            Assert.That(other.Arrived.SequenceEqual(first.Arrived));
        }

        static LoggedVisit Run(VisitPlan plan)
        {
            LoggedVisit visit = new(plan);
            visit.Clock.RunUntil(Instant.FromSeconds(20));
            return visit;
        }
    }

    [Test]
    public void Fifty_circuits_do_not_affect_each_other()
    {
        const int viewers = 50;
        RegionRig rig = new(new RegionOptions { Activity = Activity.Walking });
        long[] bytes = new long[viewers + 1], sent = new long[viewers + 1];
        rig.Region.PacketSent = packet => sent[packet.CircuitCode] += packet.Bytes;
        Viewer[] all = Enumerable.Range(1, viewers).Select(i =>
        {
            Viewer viewer = new(rig.Clock, rig.Network, new ViewerOptions
            {
                Region = rig.Region.Address,
                CircuitCode = (uint)i,
                Throttle = RegionRig.Rates(Megabits(i)),
                Textures = rig.Region.Options.Textures.Ids,
                RepeatTextures = true,
            });
            viewer.PacketArrived = arrival => bytes[i] += arrival.Bytes;
            viewer.Start();
            return viewer;
        }).ToArray();
        rig.Run(2);
        all[6].Logout(); // 7 leaves during the run,
        all[7].Dispose(); // and 8 disappears without logging out.
        Array.Clear(bytes);
        Array.Clear(sent);
        rig.Run(10);

        Assert.That(bytes[7], Is.Zero);
        Assert.That(all[6].State, Is.EqualTo(ViewerState.Closed));
        for (int i = 1; i <= viewers; i++)
        {
            if (i is 7 or 8)
                continue;
            Assert.That(bytes[i] * 8 / 10 / 1e6, Is.EqualTo(Megabits(i)).Within(2).Percent, $"viewer {i}");
            Assert.That(sent[i], Is.EqualTo(bytes[i]), $"viewer {i} gets exactly the packets sent to it");
        }
        rig.Run(60);
        Assert.That(rig.Region.Circuits, Has.Count.EqualTo(viewers - 2));
        foreach (Viewer viewer in all)
            viewer.Logout();
        rig.Run(1);
        Assert.That(rig.Region.Circuits, Is.Empty);
        Assert.That(rig.Region.Pool.InUse, Is.Zero);

        static double Megabits(int viewer) => 0.3 + 0.02 * viewer;
    }
}
