using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

public sealed class TokenBucketTests
{
    private static readonly DataRate Megabit = DataRate.FromMegabitsPerSecond(1);

    private static Instant At(double seconds) => Instant.FromSeconds(seconds);

    [TestCase(0)]
    [TestCase(-1)]
    [TestCase(TokenBucket.MaxBurstBytes + 1)]
    public void A_burst_out_of_range_is_refused(int burst) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new TokenBucket(Megabit, burst, Instant.Zero));

    [Test]
    public void A_new_bucket_is_full_and_absorbs_a_burst()
    {
        var bucket = new TokenBucket(Megabit, 3000, Instant.Zero);
        for (int i = 0; i < 3; i++)
        {
            Assert.That(bucket.Covers(1000), $"packet {i} of the burst");
            bucket.Take(1000);
        }
        Assert.That(bucket.Covers(1), Is.False, "the burst is used up");
    }

    [Test]
    public void An_idle_bucket_never_holds_more_than_its_burst()
    {
        var bucket = new TokenBucket(Megabit, 3000, Instant.Zero);
        bucket.Take(3000);
        bucket.Refill(At(3600));
        Assert.That(bucket.TokenBytes, Is.EqualTo(3000));
    }

    [Test]
    public void The_bucket_of_a_waiting_packet_may_hold_the_allowed_excess_over_the_burst()
    {
        var bucket = new TokenBucket(Megabit, 3000, Instant.Zero);
        bucket.Refill(At(0.008), beyondBurst: 5000);
        Assert.That(bucket.TokenBytes, Is.EqualTo(4000), "3000 plus 8 ms at 125 000 bytes/s");
        bucket.Refill(At(10), beyondBurst: 5000);
        Assert.That(bucket.TokenBytes, Is.EqualTo(8000));
        bucket.Refill(At(10.001));
        Assert.That(bucket.TokenBytes, Is.EqualTo(3000), "idle again");
    }

    [Test]
    public void A_rate_change_keeps_the_allowed_excess_over_the_burst()
    {
        var bucket = new TokenBucket(Megabit, 3000, Instant.Zero);
        bucket.SetRate(Megabit, 3000, At(0.008), beyondBurst: 5000);
        Assert.That(bucket.TokenBytes, Is.EqualTo(4000), "3000 plus 8 ms at 125 000 bytes/s");
        bucket.SetRate(Megabit, 2000, At(10), beyondBurst: 1500);
        Assert.That(bucket.TokenBytes, Is.EqualTo(3500), "the new burst plus the allowed excess");
        bucket.SetRate(Megabit, 2000, At(10));
        Assert.That(bucket.TokenBytes, Is.EqualTo(2000));
    }

    [TestCase(1L)]
    [TestCase(999_983L)]
    [TestCase(100_000_000_000L)]
    public void The_sustained_rate_is_exact_over_hours_for_any_refill_pattern(long bitsPerSecond)
    {
        var bucket = new TokenBucket(DataRate.FromBitsPerSecond(bitsPerSecond), 1_000_000, Instant.Zero);
        bucket.Take(1_000_000);
        var random = new Random(5);
        long now = 0, taken = 0;
        long step = (long)Math.Min(1e11, 500_000 * 8e9 / bitsPerSecond);
        for (int i = 0; i < 400_000; i++)
        {
            now += 1 + random.NextInt64(step);
            bucket.Refill(new Instant(now));
            int bytes = (int)Math.Min(bucket.TokenBytes, TokenBucket.MaxPacketBytes);
            while (bytes > 0)
            {
                bucket.Take(bytes);
                taken += bytes;
                bytes = (int)Math.Min(bucket.TokenBytes, TokenBucket.MaxPacketBytes);
            }
        }
        // All whole bytes are taken; the remainder is the exact fraction that determines when the next byte is earned.
        Int128 earned = (Int128)bitsPerSecond * now;
        Assert.That((Int128)taken, Is.EqualTo(earned / 8_000_000_000));
        Int128 missing = 8_000_000_000 - earned % 8_000_000_000;
        Assert.That(bucket.CoversAt(1).Nanoseconds, Is.EqualTo(now + (long)((missing + bitsPerSecond - 1) / bitsPerSecond)));
    }

    [Test]
    public void A_packet_larger_than_the_burst_is_sent_from_a_full_bucket_and_leaves_a_debt()
    {
        var bucket = new TokenBucket(Megabit, 1500, Instant.Zero);
        Assert.That(bucket.Covers(9000));
        bucket.Take(9000);
        Assert.That(bucket.TokenBytes, Is.EqualTo(-7500));
        Assert.That(bucket.CoversAt(1), Is.EqualTo(At(7501 / 125_000.0)));
        Assert.That(bucket.CoversAt(9000), Is.EqualTo(At(9000 / 125_000.0)), "full again");
    }

    [Test]
    public void A_rate_change_keeps_tokens_earned_at_the_old_rate_up_to_the_new_burst()
    {
        var bucket = new TokenBucket(Megabit, 10_000, Instant.Zero);
        bucket.Take(10_000);
        bucket.SetRate(Megabit * 2, 10_000, At(0.016));
        Assert.That(bucket.TokenBytes, Is.EqualTo(2000), "16 ms at the old rate");
        bucket.Refill(At(0.024));
        Assert.That(bucket.TokenBytes, Is.EqualTo(4000), "plus 8 ms at the new rate");
        bucket.SetRate(Megabit, 1500, At(0.024));
        Assert.That(bucket.TokenBytes, Is.EqualTo(1500), "limited by the smaller burst");
        bucket.SetRate(Megabit, 10_000, At(0.024));
        Assert.That(bucket.TokenBytes, Is.EqualTo(1500), "deepening the bucket adds no tokens");
    }

    [Test]
    public void A_debt_survives_a_rate_change()
    {
        var bucket = new TokenBucket(Megabit, 1500, Instant.Zero);
        bucket.Take(65_535);
        bucket.SetRate(Megabit, 100_000, Instant.Zero);
        Assert.That(bucket.TokenBytes, Is.EqualTo(1500 - 65_535));
    }

    [Test]
    public void At_rate_zero_the_bucket_spends_what_it_holds_and_then_never_covers()
    {
        var bucket = new TokenBucket(DataRate.Zero, 1500, Instant.Zero);
        Assert.That(bucket.Covers(1500));
        bucket.Take(1500);
        bucket.Refill(new Instant(long.MaxValue));
        Assert.That(bucket.Covers(1), Is.False);
        Assert.That(bucket.CoversAt(1), Is.EqualTo(Instant.Never));
        bucket.Refill(new Instant(long.MinValue));
        bucket.Refill(new Instant(long.MaxValue));
        Assert.That(bucket.Covers(1), Is.False, "no clock step adds tokens at rate zero");
    }

    [Test]
    public void A_clock_that_steps_backwards_adds_no_tokens_and_counts_from_its_new_value()
    {
        var bucket = new TokenBucket(Megabit, 3000, At(100));
        bucket.Take(3000);
        bucket.Refill(At(50));
        Assert.That(bucket.TokenBytes, Is.Zero);
        bucket.Refill(At(50.008));
        Assert.That(bucket.TokenBytes, Is.EqualTo(1000), "8 ms after the step");
    }

    [TestCase(1L)]
    [TestCase(100_000_000_000L)]
    public void A_forward_step_of_any_length_at_most_fills_the_bucket(long bitsPerSecond)
    {
        foreach (int burst in (int[])[1, 1500, TokenBucket.MaxBurstBytes])
        {
            var bucket = new TokenBucket(DataRate.FromBitsPerSecond(bitsPerSecond), burst, new Instant(long.MinValue));
            bucket.Take(TokenBucket.MaxPacketBytes);
            bucket.Refill(new Instant(long.MaxValue));
            Assert.That(bucket.TokenBytes, Is.EqualTo(burst));
            bucket.Refill(new Instant(long.MinValue));
            bucket.Refill(new Instant(long.MaxValue), TokenBucket.MaxBurstBytes);
            Assert.That(bucket.TokenBytes, Is.EqualTo((long)burst + TokenBucket.MaxBurstBytes));
        }
    }

    [Test]
    public void CoversAt_is_the_first_nanosecond_at_which_a_packet_is_covered()
    {
        var random = new Random(3);
        for (int i = 0; i < 20_000; i++)
        {
            var rate = DataRate.FromBitsPerSecond(Math.Pow(10, 11 * random.NextDouble()));
            var bucket = new TokenBucket(rate, 1 + random.Next(100_000), Instant.Zero);
            bucket.Take(bucket.BurstBytes);
            bucket.Take(random.Next(2) == 0 ? 0 : random.Next(TokenBucket.MaxPacketBytes));
            bucket.Refill(new Instant(random.Next(1000)));
            int bytes = 1 + random.Next(TokenBucket.MaxPacketBytes);
            Instant at = bucket.CoversAt(bytes);
            if (bucket.Covers(bytes))
                continue;

            TokenBucket before = bucket, then = bucket;
            before.Refill(new Instant(at.Nanoseconds - 1));
            then.Refill(at);
            Assert.That(before.Covers(bytes), Is.False, $"1 ns before, {rate}, {bytes} bytes");
            Assert.That(then.Covers(bytes), Is.True, $"at it, {rate}, {bytes} bytes");
        }
    }

    [Test]
    public void A_covered_packet_is_covered_as_of_the_last_refill()
    {
        var bucket = new TokenBucket(Megabit, 1500, At(2));
        Assert.That(bucket.CoversAt(1500), Is.EqualTo(At(2)));
    }

    [TestCase(0, 0)]
    [TestCase(1, -1)]
    [TestCase(1500, -1500)]
    [TestCase(65_535, -65_535)]
    public void TokenBytes_rounds_down_to_whole_bytes(int taken, int expected)
    {
        foreach (int burst in (int[])[1500, TokenBucket.MaxBurstBytes])
        {
            var bucket = new TokenBucket(Megabit, burst, Instant.Zero);
            bucket.Take(burst);
            bucket.Take(taken);
            Assert.That(bucket.TokenBytes, Is.EqualTo(expected));
            bucket.Refill(new Instant(7_999)); // not quite a byte at 1 Mbit/s
            Assert.That(bucket.TokenBytes, Is.EqualTo(expected));
            bucket.Refill(new Instant(8_000));
            Assert.That(bucket.TokenBytes, Is.EqualTo(expected + 1));
        }
    }
}
