using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

public sealed class CircuitCountersTests
{
    private readonly RegionCounters _region = new();
    private readonly CircuitCounters _counters;

    public CircuitCountersTests() => _counters = new CircuitCounters(_region, Instant.Zero);

    [Test]
    public void The_recent_rate_is_that_of_the_last_full_second()
    {
        Send();
        _counters.Tick(Instant.FromMilliseconds(999));
        Assert.That(_counters.UsedRate, Is.EqualTo(DataRate.Zero));
        _counters.Tick(Instant.FromSeconds(1));
        Assert.That(_counters.UsedRate.KilobitsPerSecond, Is.EqualTo(8).Within(0.01));
        _counters.Tick(Instant.FromSeconds(2));
        Assert.That(_counters.UsedRate, Is.EqualTo(DataRate.Zero));
    }

    [Test]
    public void A_clock_that_goes_back_starts_a_new_second()
    {
        _counters.Tick(Instant.FromSeconds(1000));
        _counters.Tick(Instant.FromSeconds(5));
        Send();
        _counters.Tick(Instant.FromMilliseconds(5999));
        Assert.That(_counters.UsedRate, Is.EqualTo(DataRate.Zero));
        _counters.Tick(Instant.FromSeconds(6));
        Assert.That(_counters.UsedRate.KilobitsPerSecond, Is.EqualTo(8).Within(0.01));
    }

    [Test]
    public void A_reset_restarts_the_counts()
    {
        Send();
        _counters.CountStall();
        Assert.That((_counters.Usage(Channel.Texture).Bytes, _counters.Stalls), Is.EqualTo((1000L, 1L)));
        _counters.Reset();
        Assert.That((_counters.Usage(Channel.Texture), _counters.Stalls, _counters.AllDelays.Quantile(1)),
            Is.EqualTo((default(ChannelUsage), 0L, Duration.Zero)));
        Send();
        Assert.That(_counters.Usage(Channel.Texture).Bytes, Is.EqualTo(1000));
    }

    [Test]
    public void Own_and_borrowed_bytes_are_counted_per_channel()
    {
        Send();
        Send(Channel.Task, bytes: 300, borrowed: true);
        Assert.That(_counters.Usage(Channel.Texture), Is.EqualTo(new ChannelUsage(new(1, 1000), new(0, 0))));
        Assert.That(_counters.Usage(Channel.Task), Is.EqualTo(new ChannelUsage(new(0, 0), new(1, 300))));
    }

    [Test]
    public void Delays_are_recorded_per_channel_and_in_total()
    {
        Send(Channel.Task, delay: Duration.FromMilliseconds(10));
        Assert.That(_counters.Delays(Channel.Task).Quantile(1).Milliseconds, Is.InRange(10, 11.3));
        Assert.That(_counters.AllDelays.Quantile(1), Is.EqualTo(_counters.Delays(Channel.Task).Quantile(1)));
        Assert.That(_counters.Delays(Channel.Texture).Quantile(1), Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void The_region_counts_all_its_circuits_and_is_reset_separately()
    {
        CircuitCounters other = new(_region, Instant.Zero);
        Send();
        other.CountSent(new Grant(Channel.Land, 500, Borrowed: true), Duration.Zero);
        other.CountStall();
        _counters.Reset();
        Assert.That((_region.Sent, _region.Stalls), Is.EqualTo((new ChannelUsage(new(1, 1000), new(1, 500)), 1L)));
        _region.Reset();
        Assert.That((_region.Sent, _region.Stalls), Is.EqualTo((default(ChannelUsage), 0L)));
        Assert.That(other.Stalls, Is.EqualTo(1));
    }

    private void Send(Channel channel = Channel.Texture, int bytes = 1000, bool borrowed = false, Duration delay = default) =>
        _counters.CountSent(new Grant(channel, bytes, borrowed), delay);

    [Test]
    public void What_is_counted_over_the_region_s_lifetime_survives_resets()
    {
        Send(Channel.Task, bytes: 300, delay: Duration.FromMilliseconds(10));
        _counters.CountResend(200, ResendReason.ThreeLater);
        _counters.CountSecond(LimitedBy.PathLoss, default, Duration.FromMilliseconds(40));
        _counters.CountSecond(LimitedBy.Nothing, default, pathDelay: null);
        _counters.NotePath(new PathCounts(10, 1, 1));
        _counters.CountStall();
        _counters.Reset();
        _region.Reset();
        Assert.Multiple(() =>
        {
            Assert.That((_region.Usage(Channel.Task), _region.TotalSent),
                Is.EqualTo((new ChannelUsage(new(1, 300), new(0, 0)), new ChannelUsage(new(1, 300), new(0, 0)))));
            Assert.That(_region.QueueDelays(Channel.Task).Sum, Is.EqualTo(Duration.FromMilliseconds(10)));
            Assert.That((_region.ResentPackets(ResendReason.ThreeLater), _region.ResentBytes(ResendReason.ThreeLater)),
                Is.EqualTo((1L, 200L)));
            Assert.That((_region.ResentPackets(ResendReason.Timer), _region.ResentBytes(ResendReason.Timer)), Is.EqualTo((0L, 0L)));
            Assert.That((_region.CircuitSeconds, _region.LimitedSeconds(LimitedBy.PathLoss), _region.PathDelays.Sum),
                Is.EqualTo((2L, 1L, Duration.FromMilliseconds(40))));
            Assert.That((_region.TotalPath, _region.TotalStalls), Is.EqualTo((new PathCounts(10, 1, 1), 1L)));
            Assert.That((_counters.TotalBytes, _counters.TotalPath.Sent, _counters.Path.Sent), Is.EqualTo((300L, 10L, 0L)));
        });
    }
}
