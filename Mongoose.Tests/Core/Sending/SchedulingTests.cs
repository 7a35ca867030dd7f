using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>When a circuit is polled, and when its owner has to call again.</summary>
public sealed class SchedulingTests
{
    // ---- with notifications ----

    [Test]
    public void Without_a_packet_no_further_call_is_needed()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        rig.Open();
        Assert.That(rig.Serve(), Is.EqualTo(double.PositiveInfinity));
    }

    [Test]
    public void The_burst_is_sent_immediately_and_the_next_packet_is_announced()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        FakePort port = rig.Open().Port.Enqueue(Channel.Asset, 1000, packets: 5);
        Assert.That(rig.Serve(), Is.EqualTo(10), "1000 bytes at 100 bytes/ms");
        Assert.That(port.Log, Has.Count.EqualTo(3), "3000 bytes");
        rig.Run(20);
        Assert.That(port.Log, Has.Count.EqualTo(5));
        Assert.That(rig.Passes, Is.EqualTo(4), "one pass now, one immediately after it in vain, and one per packet");
    }

    [Test]
    public void Only_circuits_with_news_or_sendable_packets_are_polled()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        CircuitSender<FakePort> notified = rig.Open(), other = rig.Open();
        rig.Serve();
        notified.Port.Enqueue(Channel.Land);
        Assert.That(notified.IsDue(rig.Now), Is.False);
        notified.Notify(CircuitEvents.Packets);
        Assert.That(notified.IsDue(rig.Now), Is.True);
        rig.Serve();
        Assert.That((notified.Port.Looks, other.Port.Looks), Is.EqualTo((2, 1)));
        Assert.That(notified.Port.Log, Has.Count.EqualTo(1));
        Assert.That(notified.IsDue(rig.Now), Is.False, "a notification is handled once");
    }

    [Test]
    public void A_notification_to_all_reaches_all()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        rig.Open();
        rig.Open();
        rig.Serve();
        rig.Sender.NotifyAll(CircuitEvents.Acks);
        Assert.That(rig.Sender.Circuits.Select(circuit => circuit.IsDue(rig.Now)), Is.All.True);
    }

    [Test]
    public void A_circuit_that_opens_in_a_pass_is_due_immediately()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        FakePort opened = new FakePort().Enqueue(Channel.Task), first = rig.Open().Port.Enqueue(Channel.Task);
        first.OnSend = _ => rig.Open(port: opened);
        rig.Run(1);
        Assert.That(opened.Log, Has.Count.EqualTo(1));
    }

    // ---- by polling ----

    [Test]
    public void However_fast_a_circuit_is_polls_are_at_least_a_tick_apart()
    {
        SenderRig rig = new(SenderRig.Polled);
        FakePort port = rig.Open(8000).Port.Enqueue(Channel.Asset, 1000, packets: 1000);
        Assert.That(rig.Serve(), Is.EqualTo(2), "not 1 ms, the time of a packet at 1000 bytes/ms");
        int before = port.Looks;
        rig.Run(100);
        Assert.That(port.Looks - before, Is.EqualTo(50));
        Assert.That(port.SentBytes, Is.InRange(100_000, 100_000 + 25_000), "none of the rate is lost");
    }

    [Test]
    public void A_circuit_that_waits_for_its_rate_is_polled_every_5_ms()
    {
        SenderRig rig = new(SenderRig.Polled);
        FakePort port = rig.Open().Port.Enqueue(Channel.Asset, 1000, packets: 5);
        Assert.That(rig.Serve(), Is.EqualTo(5), "although its next packet is due in 10 ms, because another may arrive before");
        rig.Pass(5);
        port.Enqueue(Channel.Task, 100);
        rig.Serve();
        Assert.That(port.Log[^1].Grant.Channel, Is.EqualTo(Channel.Task));
    }

    [Test]
    public void A_circuit_is_busy_for_a_quarter_of_a_second_after_its_last_packet_and_then_idle()
    {
        SenderRig rig = new(SenderRig.Polled);
        FakePort port = rig.Open().Port;
        Assert.That(rig.Serve(), Is.EqualTo(15), "it has never sent");
        port.Enqueue(Channel.Task);
        rig.Pass(15);
        Assert.That(rig.Serve(), Is.EqualTo(5));
        rig.Pass(249.9);
        Assert.That(rig.Serve(), Is.EqualTo(5));
        rig.Pass(0.1);
        rig.Sender.NotifyAll(CircuitEvents.Acks);
        Assert.That(rig.Serve(), Is.EqualTo(15));
    }

    [Test]
    public void A_circuit_that_was_busy_before_the_clock_went_back_is_idle_a_quarter_of_a_second_later()
    {
        SenderRig rig = new(SenderRig.Polled);
        rig.Open().Port.Enqueue(Channel.Task);
        rig.Serve();
        rig.Pass(-3_600_000);
        rig.Serve();
        rig.Pass(250);
        Assert.That(rig.Serve(), Is.EqualTo(15));
    }

    [Test]
    public void Polling_finds_unannounced_packets()
    {
        SenderRig rig = new(SenderRig.Polled);
        FakePort port = rig.Open().Port;
        rig.Run(100);
        port.Enqueue(Channel.Land);
        Instant from = rig.Now;
        rig.Run(100);
        Assert.That((port.Log.Single().At - from).Milliseconds, Is.LessThanOrEqualTo(15));
    }

    // ---- with both ----

    [Test]
    public void At_rate_zero_the_burst_is_sent_and_the_sender_does_not_spin([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = rig.Open().Port.Enqueue(Channel.Asset, 1000, packets: 10);
        port.Rates = default;
        rig.Run(1000);
        Assert.That(port.SentBytes, Is.EqualTo(3000));
        Assert.That(rig.Passes, Is.LessThanOrEqualTo(isPolled ? 201 : 1));
    }

    [Test]
    public void The_sender_does_not_spin_while_the_clock_stands_still([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = rig.Open().Port.Enqueue(Channel.Asset, 1000, packets: 10);
        for (int i = 0; i < 100; i++)
        {
            rig.Sender.NotifyAll(CircuitEvents.Packets);
            Assert.That(rig.Serve(), Is.GreaterThan(0));
        }
        Assert.That(port.SentBytes, Is.EqualTo(3000));
    }

    [Test]
    public void A_clock_that_goes_back_holds_up_no_circuit([Values] bool isPolled, [Values(-1.0, -3_600_000, -1e12)] double step)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open();
        FakePort port = circuit.Port.Enqueue(Channel.Asset, 1000, packets: 10_000);
        rig.Run(3000);
        rig.Pass(step);
        long before = port.SentBytes;
        port.OnRefill = (channel, _) =>
        {
            port.Enqueue(Channel.Task, 10);
            return RefillResult.Nothing;
        };
        rig.Run(1000);
        Assert.That(port.SentBytes - before, Is.InRange(97_000, 103_100), "100 bytes/ms; tokens that the bucket had are not added again");
        Assert.That(port.Log, Has.Some.Matches<FakePort.Sent>(sent => sent.Grant.Channel == Channel.Task), "content is requested again");
        rig.Run(1100);
        Assert.That(circuit.Counters.UsedRate.KilobitsPerSecond, Is.EqualTo(800).Within(5).Percent);
        port.Rates = SenderRig.Rates(400);
        if (isPolled)
            Assert.That(() => rig.Run(1001), Throws.Nothing);
        Assert.That(circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(isPolled ? 400 : 800), "rates are read again within a second");
    }

    [Test]
    public void A_clock_that_steps_forward_adds_at_most_a_burst([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = rig.Open().Port.Enqueue(Channel.Asset, 1000, packets: 1000);
        rig.Run(100);
        long before = port.SentBytes;
        rig.Pass(1e12);
        rig.Serve();
        Assert.That(port.SentBytes - before, Is.EqualTo(3000));
    }

    [Test]
    public void Steady_sending_allocates_nothing([Values] bool isPolled, [Values(0, 1000)] double limit)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven, limit);
        FakePort[] ports = [new() { IsLogging = false }, new() { IsLogging = false }, new() { IsLogging = false }];
        foreach (FakePort port in ports)
        {
            rig.Open(port: port);
            foreach (Channel channel in Enum.GetValues<Channel>())
                port.Enqueue(channel, 100, 3000);
            port.OnRefill = (channel, _) =>
            {
                port.Enqueue(channel, 100);
                return RefillResult.Made;
            };
        }
        Assert.That(rig.Sender.Circuits, Has.Count.EqualTo(3));

        Instant now = rig.Now;
        long sent = rig.Sender.Counters.Sent.Packets;
        long allocated = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 500; i++)
                now = rig.Sender.Serve(now);
        });
        Assert.That(allocated, Is.Zero);
        Assert.That(rig.Sender.Counters.Sent.Packets - sent, Is.GreaterThanOrEqualTo(2000));
    }

    // ---- rates ----

    [Test]
    public void Announced_rates_take_effect_in_the_next_pass([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open();
        rig.Serve();
        circuit.Port.Rates = SenderRig.Rates(1600);
        circuit.Notify(CircuitEvents.Rates);
        rig.Serve();
        Assert.That(circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(1600));
        Assert.That(circuit.Share.CircuitRate.KilobitsPerSecond, Is.EqualTo(1600));
    }

    [Test]
    public void Unannounced_rates_are_read_every_second()
    {
        SenderRig rig = new(SenderRig.Polled);
        CircuitSender<FakePort> circuit = rig.Open();
        rig.Serve();
        circuit.Port.Rates = SenderRig.Rates(1600);
        rig.Run(999);
        Assert.That(circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(800));
        rig.Run(16);
        Assert.That(circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(1600));
    }

    [Test]
    public void A_change_of_channel_rates_alone_takes_effect_too()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open();
        rig.Serve();
        ChannelRates channels = default;
        channels[Channel.Texture] = DataRate.FromKilobitsPerSecond(700);
        circuit.Port.Rates = new CircuitRates(circuit.Shaper.CircuitRate, channels);
        circuit.Notify(CircuitEvents.Rates);
        rig.Serve();
        Assert.That(circuit.Shaper.ChannelRate(Channel.Texture).KilobitsPerSecond, Is.EqualTo(700));
    }

    // ---- while stock throttles send ----

    [Test]
    public void Statistics_are_kept_while_stock_throttles_schedule_the_circuit()
    {
        SenderRig rig = new(SenderRig.Polled);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Enqueue(Channel.Asset);
        circuit.Observe(rig.Now);
        Assert.That(circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(800));
        rig.Pass(30);
        circuit.CountStockSent(new Grant(Channel.Asset, 1000, Borrowed: false), rig.Now);
        Assert.That(circuit.Counters.Usage(Channel.Asset), Is.EqualTo(new ChannelUsage(new(1, 1000), new(0, 0))));
        Assert.That(circuit.Counters.Delays(Channel.Asset).Quantile(1).Milliseconds, Is.InRange(30, 34));
        Assert.That(circuit.Shaper.CoversAt(circuit.Shaper.BurstBytes, rig.Now), Is.EqualTo(rig.Now), "it took no tokens");
    }

    [Test]
    public void A_packet_missing_in_the_region_s_count_has_waited_since_it_was_found()
    {
        SenderRig rig = new(SenderRig.Polled);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.ClaimedQueued = 0;
        circuit.Port.Enqueue(Channel.Asset);
        circuit.Observe(rig.Now);
        rig.Pass(30);
        circuit.CountStockSent(new Grant(Channel.Asset, 1000, Borrowed: false), rig.Now);
        Assert.That(circuit.Counters.Delays(Channel.Asset).Quantile(1).Milliseconds, Is.InRange(30, 34));
    }

    [Test]
    public void Queued_bytes_follow_the_mean_size_of_the_channel_s_packets()
    {
        SenderRig rig = new(SenderRig.Polled);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Enqueue(Channel.Asset, 1000, packets: 2);
        Assert.That(circuit.QueuedBytes(Channel.Asset), Is.EqualTo(1200), "600 each before any packet was sent");
        circuit.CountStockSent(new Grant(Channel.Asset, 1000, Borrowed: false), rig.Now);
        Assert.That(circuit.QueuedBytes(Channel.Asset), Is.EqualTo(1240), "600 + 5 % of 400");
        Assert.That(circuit.QueuedBytes(Channel.Land), Is.Zero);
        for (int i = 0; i < 200; i++)
            circuit.CountStockSent(new Grant(Channel.Asset, 1000, Borrowed: false), rig.Now);
        Assert.That(circuit.QueuedBytes(Channel.Asset), Is.EqualTo(2000).Within(1));
    }
}
