using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>Both outbound loops resend object updates by the same rule.</summary>
public sealed class ResendRuleTests
{
    [Test]
    public void On_a_lossy_path_most_resent_updates_of_walking_avatars_are_empty(
        [ValueSource(typeof(OutboundNames), nameof(OutboundNames.All))] string outbound)
    {
        RegionTotals totals = Run(outbound, ResendRule.Trimmed);
        TestContext.Out.WriteLine(totals.Updates);
        Assert.That(totals.Updates.Packets, Is.InRange(10, totals.Resends));
        Assert.That(totals.Updates.EmptyPackets, Is.GreaterThan(totals.Updates.Packets / 2));
        Assert.That(totals.Updates.BlocksLeftOut, Is.GreaterThanOrEqualTo(totals.Updates.EmptyPackets));
        Assert.That(totals.Updates.Bytes, Is.LessThan(totals.Updates.UntrimmedBytes / 2));
    }

    [Test]
    public void With_the_rule_off_resends_are_whole([ValueSource(typeof(OutboundNames), nameof(OutboundNames.All))] string outbound)
    {
        RegionTotals totals = Run(outbound, ResendRule.Off);
        Assert.That(totals.Updates.Packets, Is.Positive);
        Assert.That(totals.Updates,
            Is.EqualTo(new ResendCounts(totals.Updates.Packets, 0, 0, totals.Updates.UntrimmedBytes, totals.Updates.UntrimmedBytes)));
    }

    [Test]
    public void Updates_before_and_after_unreliable_removals_are_trimmed(
        [ValueSource(typeof(OutboundNames), nameof(OutboundNames.All))] string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound });
        Circuit circuit = rig.Enter(4);
        rig.Peer.Acks = false;
        Queue(circuit, AnyUpdate.Motion(7), reliable: true);
        for (uint removed = 20; removed < 23; removed++)
            Queue(circuit, AnyUpdate.Kill(removed), reliable: false);
        Queue(circuit, AnyUpdate.Motion(7, 8), reliable: true);
        Queue(circuit, AnyUpdate.Motion(8), reliable: true);
        rig.Run(20);
        RawDatagram[][] resends = [.. rig.Peer.Of(MessageId.ImprovedTerseObjectUpdate).Where(update => update.IsResent)
            .GroupBy(update => update.Sequence).Select(same => same.ToArray())];
        int empty = AnyUpdate.Motion().Length, one = AnyUpdate.Motion(7).Length;
        Assert.That(resends.Select(same => same[0].Bytes.Length), Is.EqualTo(new[] { empty, one, one }));
        Assert.That(rig.Peer.Of(MessageId.KillObject).Count(), Is.EqualTo(3), "these are not resent");
    }

    private static void Queue(Circuit circuit, byte[] datagram, bool reliable)
    {
        OutPacket packet = circuit.Begin(Channel.Task, reliable, out _);
        datagram.CopyTo(packet.Buffer, 0);
        packet.Buffer[0] = (byte)(reliable ? PacketFlags.Reliable : PacketFlags.None);
        packet.Length = datagram.Length;
        circuit.Enqueue(packet);
    }

    /// <summary>
    /// Thirty seconds with walkers, and loss of 5 % in both directions; ten more in which they stand and all acks arrive.
    /// </summary>
    private static RegionTotals Run(string outbound, ResendRule rule)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(1.5), rttMs: 50, loss: 0.05);
        SendingOptions sending = plan.Region.Sending with { ResendRule = rule };
        plan = plan with
        {
            Viewer = plan.Viewer with { Textures = [] },
            Region = plan.Region with { Walkers = 40, WalkersStop = Duration.FromSeconds(30), Sending = sending }
        };
        LoggedVisit visit = new(plan);
        visit.Clock.RunUntil(Instant.FromSeconds(40));
        Circuit circuit = visit.Region.Circuits.Single();
        Assert.That((circuit.UnackedPackets, circuit.UnackedBytes), Is.EqualTo((0, 0L)));
        return visit.Region.TotalsNow;
    }
}
