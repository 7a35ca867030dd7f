using Mongoose.Network.Tcp;

namespace Mongoose.Tests.Network.Tcp.Recovery;

/// <summary>RFC 6937 and 9937, event by event.</summary>
public sealed class ProportionalRateReductionTests
{
    private static readonly TcpOptions Options = SenderRig.Options with { InitialWindowSegments = 20, ProportionalRateReduction = true };

    [Test]
    public void A_window_that_is_halved_sends_one_segment_for_every_two_that_arrive()
    {
        SenderRig rig = InRecovery();
        List<int[]> sent = [];
        for (int arrived = 5; arrived <= 16; arrived++)
            sent.Add(rig.Ack(0, (1, arrived)));
        Assert.That(sent.Select(segments => string.Join(" ", segments)),
            Is.EqualTo(new[] { "", "22", "", "23", "", "24", "", "25", "", "26", "", "27" }));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((10.0, 10.0)), "the window is that of congestion control");
    }

    [Test]
    public void Without_proportional_rate_reduction_nothing_is_sent_until_half_of_the_window_has_arrived()
    {
        SenderRig rig = InRecovery(Options with { ProportionalRateReduction = false });
        for (int arrived = 5; arrived <= 13; arrived++)
            Assert.That(rig.Ack(0, (1, arrived)), Is.Empty);
        Assert.That(rig.Ack(0, (1, 14)), Is.EqualTo(new[] { 22 }));
    }

    [Test]
    public void When_recovery_ends_the_window_is_full_and_no_burst_follows()
    {
        SenderRig rig = InRecovery();
        for (int arrived = 5; arrived <= 22; arrived++)
            rig.Ack(0, (1, arrived));
        int[] sent = rig.Ack(22);
        Assert.That(rig.PipeSegments, Is.EqualTo(10));
        Assert.That(sent, Has.Length.LessThanOrEqualTo(2));
    }

    [Test]
    public void After_more_losses_than_the_reduction_the_window_grows_back_one_segment_at_a_time()
    {
        SenderRig rig = InRecovery();
        // All but the last five are lost: less is in flight than ssthresh allows.
        int[] sent = rig.Ack(0, (1, 4), (17, 22));
        Assert.That(sent.Length, Is.InRange(1, 5), "at most as much as has just arrived");
        sent = rig.Ack(1, (1, 4), (17, 22));
        Assert.That(sent.Length, Is.InRange(1, 5));
        Assert.That(rig.PipeSegments, Is.LessThanOrEqualTo(10));
    }

    [Test]
    public void Data_SACKed_before_the_recovery_is_not_part_of_the_halved_window()
    {
        SenderRig rig = SenderRig.AfterRecovery(Options, out int first);
        Assert.That(rig.CwndSegments, Is.EqualTo(10));
        int sent = 0;
        for (int arrived = 1; arrived <= 6; arrived++)
            sent += rig.Ack(22, (23, first + arrived)).Length;
        Assert.That(rig.Sender.Counters.FastRecoveries, Is.EqualTo(2));
        Assert.That(sent, Is.EqualTo(3), "5 for every 11, where the lost segment is the eleventh; rounded up");
    }

    /// <summary>Twenty segments are in flight, the first is lost, three have arrived.</summary>
    private static SenderRig InRecovery(TcpOptions? options = null)
    {
        SenderRig rig = new(options ?? Options);
        Assert.That(rig.Sent(), Has.Length.EqualTo(20));
        Assert.That(rig.Ack(0, (1, 2)), Is.EqualTo(new[] { 20 }), "limited transmit");
        Assert.That(rig.Ack(0, (1, 3)), Is.EqualTo(new[] { 21 }));
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 }), "fast retransmit");
        return rig;
    }
}
