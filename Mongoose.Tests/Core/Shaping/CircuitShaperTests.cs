using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>The rules of the circuit shaper, one at a time. The circuit has 800 kbit/s: 100 bytes per millisecond.</summary>
public sealed class CircuitShaperTests
{
    private static readonly DataRate Circuit = DataRate.FromKilobitsPerSecond(800);
    private static readonly ShaperOptions Sparse = new();
    private static readonly ShaperOptions RoundRobin = new() { Order = ServiceOrder.RoundRobin };
    private static readonly ShaperOptions[] Options =
    [
        Sparse, RoundRobin, Sparse with { Lending = false }, RoundRobin with { Lending = true },
    ];

    private static ChannelRates Rates(params (Channel Channel, double Kilobits)[] shares)
    {
        ChannelRates rates = default;
        foreach ((Channel channel, double kilobits) in shares)
            rates[channel] = DataRate.FromKilobitsPerSecond(kilobits);
        return rates;
    }

    /// <summary>A circuit, its queues and its caller, starting with full buckets.</summary>
    private sealed class Rig
    {
        public readonly CircuitShaper Shaper;
        public readonly ChannelQueues<int> Queues = new();
        public readonly List<(double Milliseconds, Grant Grant)> Log = [];
        private Instant _now = Instant.FromSeconds(10);
        private double _elapsed;
        private PerChannel<ChannelUsage> _usage;

        public Rig(ShaperOptions options, DataRate circuit, ChannelRates rates)
        {
            Shaper = new CircuitShaper(options, Instant.Zero);
            Shaper.SetRates(circuit, rates, Instant.Zero);
            Serve();
        }

        public Rig SetRates(DataRate circuit, ChannelRates rates)
        {
            Shaper.SetRates(circuit, rates, _now);
            return this;
        }

        public Rig Enqueue(Channel channel, int bytes = 1000, int packets = 1)
        {
            for (int i = 0; i < packets; i++)
                Queues.Enqueue(channel, 0, bytes);
            return this;
        }

        /// <summary>Serves now, and then at the times that the shaper returns, until the given time has passed.</summary>
        public Rig Run(double milliseconds)
        {
            Instant start = _now, end = _now + Duration.FromMilliseconds(milliseconds);
            double before = _elapsed;
            for (Instant next = _now; next <= end; next = Shaper.NextGrantAt(Queues, _now))
            {
                Assert.That(next > _now || next == start, "asked to come back immediately");
                _now = next;
                _elapsed = before + (_now - start).Milliseconds;
                Serve();
            }
            _now = end;
            _elapsed = before + milliseconds;
            return this;
        }

        /// <summary>Lets time pass without calls.</summary>
        public Rig Stall(double milliseconds)
        {
            _now += Duration.FromMilliseconds(milliseconds);
            _elapsed += milliseconds;
            return this;
        }

        public ref readonly ChannelUsage Usage(Channel channel) => ref _usage[channel];

        public long Bytes(Channel channel) => Usage(channel).Bytes;
        public Channel[] Order => Log.Select(entry => entry.Grant.Channel).ToArray();

        private void Serve()
        {
            while (Shaper.TryNext(Queues, _now, out Grant grant))
            {
                Queues.TryDequeue(grant.Channel, out _);
                Log.Add((_elapsed, grant));
                _usage[grant.Channel].Count(grant.Bytes, grant.Borrowed);
            }
        }
    }

    // ---- rates and bursts ----

    [Test]
    public void A_new_circuit_has_no_rate_and_nothing_to_grant_for()
    {
        foreach (ShaperOptions options in Options)
        {
            var shaper = new CircuitShaper(options, Instant.Zero);
            var queues = new ChannelQueues<int>();
            Assert.That(shaper.NextGrantAt(queues, Instant.Zero), Is.EqualTo(Instant.Never), "nothing queued");
            Assert.That(shaper.CircuitRate, Is.EqualTo(DataRate.Zero));
        }
    }

    [Test]
    public void A_circuit_at_rate_zero_spends_its_burst_and_sends_nothing_more()
    {
        foreach (ShaperOptions options in Options)
        {
            Rig rig = new Rig(options, DataRate.Zero, Rates((Channel.Task, 500))).Enqueue(Channel.Task, 1000, 10).Run(1e9);
            Assert.That(rig.Bytes(Channel.Task), Is.LessThanOrEqualTo(CircuitShaper.MinParentBurstBytes), $"{options}");
            Assert.That(rig.Shaper.NextGrantAt(rig.Queues, Instant.FromSeconds(2e6)), Is.EqualTo(Instant.Never));
        }
    }

    [Test]
    public void Bursts_are_time_at_the_rate_with_a_minimum()
    {
        var rig = new Rig(Sparse, DataRate.FromMegabitsPerSecond(8), Rates((Channel.Texture, 6000), (Channel.Task, 100)));
        Assert.Multiple(() =>
        {
            Assert.That(rig.Shaper.BurstBytes, Is.EqualTo(25_000), "25 ms at 1000 bytes/ms");
            Assert.That(rig.Shaper.ChannelBurstBytes(Channel.Texture), Is.EqualTo(18_750), "25 ms at 750 bytes/ms");
            Assert.That(rig.Shaper.ChannelBurstBytes(Channel.Task), Is.EqualTo(CircuitShaper.MinChildBurstBytes));
            Assert.That(new Rig(Sparse, Circuit, default).Shaper.BurstBytes, Is.EqualTo(CircuitShaper.MinParentBurstBytes));
        });
    }

    [Test]
    public void A_latency_critical_channel_has_a_deeper_bucket_in_the_sparse_order()
    {
        ChannelRates rates = Rates((Channel.Task, 4000), (Channel.Texture, 4000));
        int TaskBurst(ShaperOptions options) =>
            new Rig(options, DataRate.FromMegabitsPerSecond(8), rates).Shaper.ChannelBurstBytes(Channel.Task);
        Assert.Multiple(() =>
        {
            Assert.That(TaskBurst(Sparse), Is.EqualTo(50_000), "100 ms at 500 bytes/ms");
            Assert.That(TaskBurst(Sparse with { CriticalBurst = Duration.FromMilliseconds(40) }), Is.EqualTo(20_000));
            Assert.That(TaskBurst(Sparse with { LatencyCritical = ChannelSet.Texture }), Is.EqualTo(12_500), "25 ms like other channels");
            Assert.That(TaskBurst(RoundRobin), Is.EqualTo(12_500));
        });
    }

    [Test]
    public void Without_calls_a_waiting_channel_earns_at_most_all_bursts_plus_a_packet_beyond_its_own_burst()
    {
        // Seven bursts of 1500 plus a packet of 1500 in excess of the burst: 13 500 bytes. Land earns 10 bytes/ms. Three packets are sent
        // from the parent's burst, the n-th after (n - 3) * 10 ms, so 13 500 + 100 * (n - 3) - 1000 * (n - 1) >= 1000 up to n = 14.
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Land, 80))).Enqueue(Channel.Land, 1000, 40).Run(0);
        int before = rig.Log.Count;
        rig.Stall(3_600_000).Run(250);
        Assert.That(rig.Log.Skip(before).TakeWhile(entry => !entry.Grant.Borrowed).Count(), Is.EqualTo(14));
        Assert.That(rig.Log, Has.Count.GreaterThan(before + 20));
    }

    [TestCase(80, 14)] // as without a change
    // Nothing is added: from now on it earns 20 bytes/ms, and 13 500 + 200 * (n - 3) - 1000 * (n - 1) >= 1000 up to n = 16.
    [TestCase(160, 16)]
    [TestCase(40, 7)] // half of 12 000: 7500 + 50 * (n - 3) - 1000 * (n - 1) >= 1000 up to n = 7
    public void Tokens_that_a_waiting_channel_earned_beyond_its_burst_survive_a_rate_change_and_shrink_with_its_rate(double rate, int own)
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Land, 80))).Enqueue(Channel.Land, 1000, 40).Run(0);
        int before = rig.Log.Count;
        rig.Stall(3_600_000).SetRates(Circuit, Rates((Channel.Land, rate))).Run(250);
        Assert.That(rig.Log.Skip(before).TakeWhile(entry => !entry.Grant.Borrowed).Count(), Is.EqualTo(own));
    }

    [Test]
    public void Tokens_that_a_waiting_channel_earned_beyond_its_burst_stay_under_a_deeper_burst()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Land, 80))).Enqueue(Channel.Land, 1000, 40).Run(0);
        int before = rig.Log.Count;
        // 25 ms at 200 bytes/ms are 5000 bytes; the circuit's burst is still 3000.
        rig.Stall(3_600_000).SetRates(DataRate.FromKilobitsPerSecond(1600), Rates((Channel.Land, 1600))).Run(0);
        Assert.That(rig.Log.Skip(before).Select(entry => entry.Grant.Borrowed), Is.EqualTo(new[] { false, false, false }));
    }

    [Test]
    public void Channels_whose_rates_exceed_the_circuit_s_are_scaled_down_to_it()
    {
        var rig = new Rig(Sparse, Circuit, Rates((Channel.Task, 1200), (Channel.Texture, 400)));
        Assert.That(rig.Shaper.ChannelRate(Channel.Task), Is.EqualTo(DataRate.FromKilobitsPerSecond(600)));
        Assert.That(rig.Shaper.ChannelRate(Channel.Texture), Is.EqualTo(DataRate.FromKilobitsPerSecond(200)));
    }

    [Test]
    public void A_packet_larger_than_the_parent_s_burst_is_sent_from_a_full_bucket_and_the_debt_is_paid()
    {
        foreach (ShaperOptions options in Options)
        {
            Rig rig = new Rig(options, Circuit, Rates((Channel.Asset, 800))).Enqueue(Channel.Asset, 60_000, 2).Run(2000);
            Assert.That(rig.Log.Select(entry => entry.Milliseconds), Is.EqualTo(new double[] { 0, 600 }), $"{options}");
        }
    }

    // ---- one channel, all channels ----

    [Test]
    public void With_lending_a_single_backlogged_channel_gets_the_whole_circuit([Values] Channel channel)
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((channel, 100))).Enqueue(channel, 1000, 2000).Run(10_000);
        Assert.That(rig.Bytes(channel), Is.InRange(1_000_000, 1_003_000), "10 s at 100 bytes/ms plus the burst");
    }

    [Test]
    public void Backlogged_channels_share_in_proportion_to_their_rates(
        [Values(ServiceOrder.Sparse, ServiceOrder.RoundRobin)] ServiceOrder order)
    {
        ChannelRates split = ViewerSplit.Of(Circuit);
        var rig = new Rig(new ShaperOptions { Order = order }, Circuit, split);
        foreach (Channel channel in Enum.GetValues<Channel>())
            rig.Enqueue(channel, 1000, 10_000);
        rig.Run(100_000);
        foreach (Channel channel in Enum.GetValues<Channel>())
        {
            double share = rig.Bytes(channel) / 100.0 / split[channel].BytesPerSecond;
            Assert.That(share, Is.InRange(0.94, 1.06), $"{channel}");
        }
    }

    [Test]
    public void A_channel_without_a_rate_can_only_borrow()
    {
        Rig lends = new Rig(Sparse, Circuit, Rates((Channel.Task, 800))).Enqueue(Channel.Cloud, 1000, 100).Run(10_000);
        Assert.That(lends.Bytes(Channel.Cloud), Is.EqualTo(100_000));
        Assert.That(lends.Usage(Channel.Cloud).Own.Bytes, Is.LessThanOrEqualTo(CircuitShaper.MinChildBurstBytes), "its first burst");

        Rig keeps = new Rig(Sparse with { Lending = false }, Circuit, Rates((Channel.Task, 800))).Enqueue(Channel.Cloud, 1000, 100)
            .Run(10_000);
        Assert.That(keeps.Bytes(Channel.Cloud), Is.LessThanOrEqualTo(CircuitShaper.MinChildBurstBytes));
    }

    // ---- sparse ----

    [Test]
    public void A_latency_critical_packet_within_its_tokens_is_sent_ahead_of_all_others()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Task, 200), (Channel.Texture, 200), (Channel.Asset, 200)));
        rig.Enqueue(Channel.Texture, 1000, 20).Enqueue(Channel.Asset, 1000, 20).Run(20);
        int before = rig.Log.Count;
        rig.Enqueue(Channel.Task, 200).Run(20);
        Assert.That(rig.Log[before].Grant, Is.EqualTo(new Grant(Channel.Task, 200, Borrowed: false)));
        Assert.That(rig.Log[before].Milliseconds, Is.LessThanOrEqualTo(22), "200 bytes at 100 bytes/ms");
    }

    [Test]
    public void A_latency_critical_channel_beyond_its_tokens_has_no_precedence()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Task, 80), (Channel.Texture, 720)));
        rig.Enqueue(Channel.Task, 1000, 1000).Enqueue(Channel.Texture, 1000, 1000).Run(5000);
        Assert.That(rig.Bytes(Channel.Task), Is.InRange(45_000, 55_000), "a tenth of 500 000 bytes");
    }

    [Test]
    public void Borrowing_does_not_reduce_a_channel_s_own_share()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Texture, 400), (Channel.Asset, 400)));
        rig.Enqueue(Channel.Texture, 1000, 10_000).Run(10_000);
        long before = rig.Usage(Channel.Texture).Own.Bytes, beforeAll = rig.Bytes(Channel.Texture);
        Assert.That(beforeAll, Is.GreaterThanOrEqualTo(1_000_000), "the whole circuit while it is the only channel");
        rig.Enqueue(Channel.Asset, 1000, 10_000).Run(1000);
        Assert.That(rig.Usage(Channel.Texture).Own.Bytes - before, Is.InRange(47_000, 52_000), "50 bytes/ms, immediately");
        Assert.That(rig.Bytes(Channel.Asset), Is.InRange(48_000, 53_000));
    }

    [Test]
    public void Waiting_for_the_parent_does_not_reduce_a_channel_s_own_share()
    {
        // Task's bucket holds only one full packet. If it stopped earning while that packet waits, each packet would add a delay.
        var rig = new Rig(Sparse, Circuit, Rates((Channel.Task, 300), (Channel.Texture, 500)));
        rig.Enqueue(Channel.Texture, 1500, 100_000).Enqueue(Channel.Task, 1500, 1000).Run(40_000);
        Assert.That(rig.Usage(Channel.Task).Own.Bytes, Is.EqualTo(1_500_000).Within(3000), "37.5 bytes/ms");
    }

    [Test]
    public void Lent_bytes_are_proportional_to_rates_not_to_packet_counts()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Land, 20), (Channel.Asset, 10)));
        rig.Enqueue(Channel.Land, 100, 20_000).Enqueue(Channel.Asset, 1400, 20_000).Run(20_000);
        double land = rig.Usage(Channel.Land).Borrowed.Bytes, asset = rig.Usage(Channel.Asset).Borrowed.Bytes;
        Assert.That(land / asset, Is.EqualTo(2).Within(0.01));
    }

    [Test]
    public void An_idle_channel_saves_no_turns_of_lending()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Land, 10), (Channel.Asset, 10)));
        rig.Enqueue(Channel.Asset, 1000, 5000).Run(20_000);
        long before = rig.Usage(Channel.Asset).Borrowed.Bytes;
        rig.Enqueue(Channel.Land, 1000, 5000).Run(1000);
        Assert.That(rig.Usage(Channel.Asset).Borrowed.Bytes - before, Is.InRange(47_000, 52_000), "half, from the start");
    }

    [Test]
    public void A_channel_without_a_rate_borrows_for_a_full_packet_within_63_rounds()
    {
        Rig rig = new Rig(Sparse, Circuit, Rates((Channel.Texture, 8)));
        rig.Enqueue(Channel.Cloud, 1500, 10).Enqueue(Channel.Texture, 1500, 1000).Run(10_000);
        Grant[] lent = [.. rig.Log.Select(entry => entry.Grant).Where(grant => grant.Borrowed)];
        int[] turns = [.. Enumerable.Range(0, lent.Length).Where(i => lent[i].Channel == Channel.Cloud)];
        Assert.That(turns, Has.Length.GreaterThan(5));
        Assert.That(turns.Zip(turns.Skip(1), (a, b) => b - a), Is.All.InRange(62, 64),
            "1500 / 24 = 62.5 packets of Texture between two packets of Cloud");
    }

    // ---- channels that may not send ----

    [Test]
    public void A_channel_that_may_not_send_counts_as_empty()
    {
        foreach (ShaperOptions options in Options)
        {
            ChannelSet maySend = ChannelSet.All & ~ChannelSet.Task;
            Rig rig = new Rig(options, Circuit, Rates((Channel.Task, 400), (Channel.Land, 400)))
                .Enqueue(Channel.Task).Enqueue(Channel.Land);
            Assert.That(rig.Shaper.TryNext(rig.Queues, maySend, Instant.FromSeconds(10), out Grant grant), Is.True);
            Assert.That(grant, Is.EqualTo(new Grant(Channel.Land, 1000, Borrowed: false)), $"{options}");
            rig.Queues.TryDequeue(Channel.Land, out _);
            Assert.That(rig.Shaper.TryNext(rig.Queues, maySend, Instant.FromSeconds(10), out _), Is.False);
            Assert.That(rig.Shaper.NextGrantAt(rig.Queues, maySend, Instant.FromSeconds(10)), Is.EqualTo(Instant.Never));
            Assert.That(rig.Shaper.TryNext(rig.Queues, ChannelSet.None, Instant.FromSeconds(10), out _), Is.False);
            Assert.That(rig.Shaper.TryNext(rig.Queues, Instant.FromSeconds(10), out _), Is.True, "all may");
        }
    }

    // ---- round robin as in the paper ----

    [Test]
    public void While_nothing_is_queued_only_the_parent_s_tokens_decide()
    {
        // Wind's own bucket is far too slow for this. A channel's bucket does not limit packets that need not queue.
        var rig = new Rig(RoundRobin, Circuit, Rates((Channel.Wind, 8), (Channel.Task, 792)));
        for (int i = 0; i < 100; i++)
            rig.Enqueue(Channel.Wind, 1000).Run(20);
        Assert.That(rig.Log.Select(entry => entry.Milliseconds), Is.EqualTo(Enumerable.Range(0, 100).Select(i => 20.0 * i)));
        Assert.That(rig.Usage(Channel.Wind).Borrowed.Packets, Is.GreaterThan(90));
    }

    [Test]
    public void A_single_backlog_is_capped_at_its_channel_s_rate_once_it_queues()
    {
        Rig rig = new Rig(RoundRobin, Circuit, Rates((Channel.Texture, 240), (Channel.Task, 560)));
        rig.Enqueue(Channel.Texture, 1000, 1000).Run(10_000);
        Assert.That(rig.Bytes(Channel.Texture), Is.InRange(300_000, 300_000 + 4500), "30 bytes/ms plus the bursts");
    }

    [Test]
    public void With_lending_the_same_backlog_uses_the_circuit()
    {
        Rig rig = new Rig(RoundRobin with { Lending = true }, Circuit, Rates((Channel.Texture, 240), (Channel.Task, 560)));
        rig.Enqueue(Channel.Texture, 1000, 2000).Run(10_000);
        Assert.That(rig.Bytes(Channel.Texture), Is.InRange(1_000_000, 1_003_000));
    }

    [Test]
    public void Once_the_queue_has_drained_only_the_parent_decides_again()
    {
        Rig rig = new Rig(RoundRobin, Circuit, Rates((Channel.Texture, 80), (Channel.Task, 720)));
        rig.Enqueue(Channel.Texture, 1000, 6).Run(1000);
        Assert.That(rig.Queues.IsEmpty);
        int before = rig.Log.Count;
        rig.Enqueue(Channel.Texture, 1000, 3).Run(0);
        Assert.That(rig.Log.Count - before, Is.EqualTo(3), "3000 bytes of the parent's burst, immediately");
    }

    [Test]
    public void The_turn_continues_after_the_channel_that_was_served()
    {
        // Resend, Wind, Cloud and Asset are idle: their turns must not fall to the next busy channel.
        Rig rig = new Rig(RoundRobin, Circuit, Rates((Channel.Land, 267), (Channel.Task, 267), (Channel.Texture, 266)));
        rig.Enqueue(Channel.Land, 500, 30).Enqueue(Channel.Task, 500, 30).Enqueue(Channel.Texture, 500, 30).Run(400);
        Channel[] cycle = [Channel.Land, Channel.Task, Channel.Texture];
        for (int i = 0; i < rig.Log.Count; i++)
            Assert.That(rig.Order[i], Is.EqualTo(cycle[i % 3]), $"grant {i}");
    }

    [Test]
    public void A_channel_without_tokens_is_skipped()
    {
        Rig rig = new Rig(RoundRobin, Circuit, Rates((Channel.Land, 8), (Channel.Texture, 700)));
        rig.Enqueue(Channel.Land, 1000, 50).Enqueue(Channel.Texture, 1000, 500).Run(5000);
        Assert.That(rig.Bytes(Channel.Land), Is.InRange(5000, 8500), "1 byte/ms plus the bursts");
        Assert.That(rig.Bytes(Channel.Texture), Is.GreaterThan(430_000), "87.5 bytes/ms");
    }

    [Test]
    public void A_small_packet_with_tokens_does_not_wait_for_a_large_packet_that_starts_to_queue()
    {
        Rig rig = new Rig(RoundRobin, Circuit, Rates((Channel.Land, 8), (Channel.Task, 700)));
        rig.Enqueue(Channel.Land, 1500).Run(0).Enqueue(Channel.Asset, 1000).Run(0); // leaves 500 bytes in the parent and none for Land
        rig.Enqueue(Channel.Land, 1400).Enqueue(Channel.Task, 200).Run(0);
        Assert.That(rig.Log[^1].Grant, Is.EqualTo(new Grant(Channel.Task, 200, Borrowed: false)));
    }

    // ---- the wake-up time ----

    [Test]
    public void The_wake_up_time_considers_packets_whose_own_tokens_cover_them_before_the_parent_covers_the_chosen_packet()
    {
        // Land's turn comes before Texture's, and its small packet fits the parent's tokens as soon as its own cover it.
        Rig rig = new Rig(RoundRobin, Circuit, Rates((Channel.Resend, 100), (Channel.Land, 80), (Channel.Texture, 400)));
        rig.Enqueue(Channel.Land, 1500).Run(0).Enqueue(Channel.Resend, 1500).Run(0);
        rig.Enqueue(Channel.Texture, 1400).Enqueue(Channel.Land, 60).Run(30);
        Assert.That(rig.Log[2..], Is.EqualTo(new[]
        {
            (6.0, new Grant(Channel.Land, 60, Borrowed: false)),
            (14.6, new Grant(Channel.Texture, 1400, Borrowed: false)),
        }));
    }

    [Test]
    public void After_a_refusal_the_caller_is_never_asked_to_come_back_immediately()
    {
        foreach (ShaperOptions options in Options)
        {
            var shaper = new CircuitShaper(options, Instant.Zero);
            shaper.SetRates(Circuit, Rates((Channel.Task, 400), (Channel.Land, 10)), Instant.Zero);
            var queues = new ChannelQueues<int>();
            queues.Enqueue(Channel.Land, 0, 1499);
            queues.Enqueue(Channel.Land, 0, 1500);
            queues.Enqueue(Channel.Land, 0, 1500);
            queues.Enqueue(Channel.Task, 0, 1);
            while (shaper.TryNext(queues, Instant.Zero, out Grant grant))
                queues.TryDequeue(grant.Channel, out _);
            Assert.That(shaper.NextGrantAt(queues, Instant.Zero), Is.GreaterThan(Instant.Zero), $"{options}");
        }
    }

    // ---- options ----

    [TestCase(0.999)]
    [TestCase(1000.001)]
    [TestCase(-1)]
    public void A_burst_out_of_range_is_refused(double milliseconds) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new ShaperOptions { Burst = Duration.FromMilliseconds(milliseconds) });

    [Test]
    public void Sparse_lends_by_default_and_round_robin_does_not()
    {
        Assert.That(Options.Select(options => options.Lends), Is.EqualTo(new[] { true, false, false, true }));
        Assert.That(ShaperOptions.Default.LatencyCritical, Is.EqualTo(ChannelSet.Task));
    }

    [Test]
    public void A_decision_allocates_nothing()
    {
        Rig rig = new Rig(Sparse, Circuit, ViewerSplit.Of(Circuit));
        foreach (Channel channel in Enum.GetValues<Channel>())
            rig.Enqueue(channel, 300, 1000);
        Instant now = Instant.FromSeconds(20);
        long allocated = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 500; i++)
            {
                now = rig.Shaper.NextGrantAt(rig.Queues, now);
                if (rig.Shaper.TryNext(rig.Queues, now, out Grant grant))
                    rig.Queues.TryDequeue(grant.Channel, out _);
            }
        });
        Assert.That(allocated, Is.Zero);
    }
}
