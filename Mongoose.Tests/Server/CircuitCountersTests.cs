using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Statistics;

namespace Mongoose.Tests.Server;

[Parallelizable(ParallelScope.All)]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class CircuitCountersTests
{
    private readonly CircuitShaper _shaper = new(ShaperOptions.Default, Instant.Zero);
    private readonly CircuitCounters _counters;

    public CircuitCountersTests()
    {
        ChannelRates rates = default;
        rates[Channel.Texture] = DataRate.FromMegabitsPerSecond(8);
        _shaper.SetRates(rates.Total, rates, Instant.Zero);
        _counters = new CircuitCounters(_shaper);
    }

    [Test]
    public void The_recent_rate_is_that_of_the_last_full_second()
    {
        _counters.CountSent(Channel.Texture, 1000, Duration.Zero);
        _counters.Tick(Instant.FromMilliseconds(999));
        Assert.That(_counters.RecentRate, Is.EqualTo(DataRate.Zero));
        _counters.Tick(Instant.FromSeconds(1));
        Assert.That(_counters.RecentRate.KilobitsPerSecond, Is.EqualTo(8).Within(0.01));
        _counters.Tick(Instant.FromSeconds(2));
        Assert.That(_counters.RecentRate, Is.EqualTo(DataRate.Zero));
    }

    [Test]
    public void A_reset_counts_from_now_and_leaves_the_shaper_alone()
    {
        Send();
        _counters.Stalls = 3;
        Assert.That(_counters.Total().Bytes, Is.EqualTo(1000));
        _counters.Reset();
        Assert.That((_counters.Total(), _counters.Stalls, _counters.AllDelays.Quantile(1)), Is.EqualTo((default(ChannelUsage), 0L, Duration.Zero)));
        Send();
        Assert.That(_counters.Usage(Channel.Texture).Bytes, Is.EqualTo(1000));
        Assert.That(_shaper.Usage(Channel.Texture).Bytes, Is.EqualTo(2000));
    }

    [Test]
    public void Delays_are_kept_by_channel_and_together()
    {
        _counters.CountSent(Channel.Task, 100, Duration.FromMilliseconds(10));
        Assert.That(_counters.Delays(Channel.Task).Quantile(1).Milliseconds, Is.InRange(10, 11.3));
        Assert.That(_counters.AllDelays.Quantile(1), Is.EqualTo(_counters.Delays(Channel.Task).Quantile(1)));
        Assert.That(_counters.Delays(Channel.Texture).Quantile(1), Is.EqualTo(Duration.Zero));
    }

    private void Send()
    {
        Assert.That(_shaper.TryNext(default(OneTexture), Instant.FromSeconds(1), out Grant grant));
        _counters.CountSent(grant.Channel, grant.Bytes, Duration.FromMilliseconds(1));
    }

    private readonly struct OneTexture : IChannelQueues
    {
        public int HeadBytes(Channel channel) => channel == Channel.Texture ? 1000 : 0;
    }
}
