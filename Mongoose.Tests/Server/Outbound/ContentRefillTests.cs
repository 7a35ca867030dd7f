using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Server.OpenSimReflection;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>OpenSim's refill thread turns entity updates, object properties and textures into packets.</summary>
public sealed class ContentRefillTests
{
    [Test]
    public void Updates_and_textures_are_turned_into_packets_and_fill_the_circuit()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        visitor.View.EntityUpdateQueue.Add(100_000);
        visitor.View.ImageManager.Add(100_000);
        Instant from = rig.Now;
        rig.Run(10);
        Assert.That(visitor.SentBytes(from), Is.EqualTo(125_000 * 10).Within(3).Percent);
        Assert.That(visitor.Sent.Select(packet => packet.Channel).Distinct(), Is.EquivalentTo(new[] { Channel.Task, Channel.Texture }));
    }

    [TestCase(300)]
    [TestCase(1500)]
    [TestCase(5000)]
    public void Updates_of_standing_objects_fill_packets(double kilobitsPerSecond)
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond);
        visitor.View.EntityUpdateQueue.Add(400);
        rig.Run(5);
        Assert.That(visitor.Sent.Select(packet => packet.Bytes), Is.EqualTo(Enumerable.Repeat(4 * 191, 100)));
    }

    [Test]
    public void The_motion_of_avatars_is_sent_before_updates_of_standing_objects_and_apart_from_them()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 300);
        visitor.View.EntityUpdateQueue.Add(100_000);
        rig.Run(5);
        for (int i = 0; i < 20; i++)
        {
            rig.Run(0.08);
            visitor.View.EntityUpdateQueue.AddMotion(3);
            Instant moved = rig.Now;
            rig.Heartbeat();
            rig.Run(0.04);
            Assert.That(visitor.Sent.Where(packet => packet.At >= moved).Take(2).Select(packet => packet.Bytes), Has.One.EqualTo(3 * 63),
                "at most one packet is queued before it");
        }
    }

    [Test]
    public void Updates_are_turned_into_packets_at_most_a_few_milliseconds_ahead()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        visitor.View.EntityUpdateQueue.Add(100_000);
        int longest = 0;
        for (int i = 0; i < 1000; i++)
        {
            rig.Pass();
            longest = Math.Max(longest, visitor.Circuit.Port.QueuedPackets(Channel.Task));
        }
        Assert.That(longest, Is.LessThanOrEqualTo(3));
    }

    [Test]
    public void Object_properties_are_sent_alone_and_together_with_updates([Values] bool updates)
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.View.EntityUpdateQueue.Add(updates ? 100_000 : 0);
        visitor.View.Properties.Add(50);
        rig.Heartbeat();
        rig.Run(3);
        Assert.That(visitor.View.Properties.Count, Is.Zero);
        Assert.That(visitor.Sent.Any(packet => packet.Bytes > 150), Is.EqualTo(updates));
    }

    [TestCase(11, 20)]
    [TestCase(0, 6)]
    public void OpenSim_is_asked_for_updates_once_per_poll(int heartbeats, int max)
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        rig.Run(1);
        int before = visitor.View.EntityUpdateQueue.Counted;
        for (int i = 0; i < 500; i++)
        {
            if (heartbeats > 0 && i % (500 / heartbeats) == 0)
                rig.Heartbeat();
            rig.Pass();
        }
        Assert.That(visitor.View.EntityUpdateQueue.Counted - before, Is.InRange(1, max));
    }

    [Test]
    public void While_the_refill_thread_is_stopped_pool_threads_do_its_work()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        rig.Server.OqrEngine.Stop();
        visitor.View.EntityUpdateQueue.Add(60);
        visitor.View.ImageManager.Add(10);
        rig.Heartbeat();
        rig.RunUntil(() => visitor.SentBytes() >= 60 * 191 + 10 * 1027);
        Assert.That(visitor.SentBytes(), Is.EqualTo(60 * 191 + 10 * 1027));
    }

    [Test]
    public void While_the_refill_thread_is_busy_heartbeats_order_no_further_refills()
    {
        RegionRig rig = new() { Refills = false };
        Visitor visitor = rig.Enter();
        visitor.View.EntityUpdateQueue.Add(100_000);
        for (int i = 0; i < 15; i++)
        {
            rig.Heartbeat();
            rig.Run(0.09);
        }
        Assert.That(rig.Server.OqrEngine.JobsWaiting, Is.EqualTo(1));
    }

    [Test]
    public void A_refill_lost_with_the_refill_thread_is_ordered_again_after_two_seconds()
    {
        RegionRig rig = new() { Refills = false };
        Visitor visitor = rig.Enter();
        rig.Run(1);
        visitor.View.EntityUpdateQueue.Add(12);
        visitor.View.ImageManager.Add(3);
        rig.RunUntil(() => rig.Server.OqrEngine.JobsWaiting == 2);
        rig.Server.OqrEngine.Stop();
        rig.Server.OqrEngine.Start();
        rig.Run(1.7);
        Assert.That(rig.Server.OqrEngine.JobsWaiting, Is.Zero, "no second order while the first may still be running");
        rig.Run(0.5);
        Assert.That(rig.Server.OqrEngine.JobsWaiting, Is.EqualTo(2));
        rig.Refills = true;
        rig.Run(2);
        Assert.That(visitor.SentBytes(), Is.EqualTo(12 * 191 + 3 * 1027));
    }

    [Test]
    public void Without_the_non_public_members_the_queue_empty_event_refills()
    {
        OpenSimInternals coarse = OpenSimInternals.Probe();
        foreach (string missing in new[] { "_processEntityUpdates", "_processProperties", "_properties", "_heaps" })
            typeof(OpenSimInternals).GetField(missing, OpenSimInternals.AnyInstance)!.SetValue(coarse, null);
        Assert.That(coarse.RefillsExactly, Is.False);
        RegionRig rig = new(coarse);
        Visitor visitor = rig.Enter();
        visitor.View.EntityUpdateQueue.Add(100);
        visitor.View.Properties.Add(20);
        rig.Run(5);
        Assert.That(visitor.SentBytes(), Is.EqualTo(100 * 191 + 20 * 150));
    }

    [Test]
    public void A_refill_that_the_refill_thread_refuses_is_ordered_again_soon()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        rig.Server.OqrEngine.IsFull = true;
        visitor.View.EntityUpdateQueue.Add(12);
        rig.Heartbeat();
        rig.Run(1);
        Assert.That(visitor.Sent, Is.Empty);
        rig.Server.OqrEngine.IsFull = false;
        rig.Run(0.3);
        Assert.That(visitor.SentBytes(), Is.EqualTo(12 * 191));
    }

    [Test]
    public void An_update_that_fails_is_reported_and_the_next_is_tried()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.View.OnCall = member =>
        {
            if (member is "ProcessEntityUpdates" or "ProcessImageQueue")
                throw new InvalidOperationException(member);
        };
        visitor.View.EntityUpdateQueue.Add(12);
        visitor.View.ImageManager.Add(3);
        rig.Heartbeat();
        rig.Run(0.5);
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.GreaterThanOrEqualTo(2));
        Assert.That(rig.Server.OqrEngine.Failures, Is.Zero, "no exception reaches the refill thread");
        visitor.View.OnCall = null;
        rig.Run(0.5);
        Assert.That(visitor.SentBytes(), Is.EqualTo(12 * 191 + 3 * 1027));
    }
}
