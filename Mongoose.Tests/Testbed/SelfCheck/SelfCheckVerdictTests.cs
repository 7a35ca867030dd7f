using Mongoose.Network.Tun;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.SelfCheck;

namespace Mongoose.Tests.Testbed.SelfCheck;

public sealed class SelfCheckVerdictTests
{
    private static readonly TimingError Small = new(0.1, 0.3);

    [Test]
    public void A_precise_host_has_no_warnings()
    {
        SelfCheckResult result = Result(Small, Small, 100_000);
        Assert.That(result.Warnings, Is.Empty);
        Assert.That(Text(result), Does.Contain("trustworthy on this host, on the TUN link up to 100 Mbit/s"));
    }

    [Test]
    public void Late_timers_and_a_late_relay_are_reported_separately()
    {
        SelfCheckResult result = Result(new TimingError(0.1, 2.5), new TimingError(0.1, 7), 100_000);
        Assert.That(result.Warnings, Is.EqualTo(new[]
        {
            "At p99 timers fire 2.5 ms late: smaller differences in delay are not significant.",
            "At p99 the relay delivers 7.0 ms late: smaller differences in delay are not significant.",
        }));
    }

    [Test]
    public void A_limit_below_the_goal_is_reported() => Assert.That(Result(Small, Small, 20_000).Warnings.Single(),
        Is.EqualTo("The TUN link only keeps up with 20 Mbit/s of 1200-byte packets: do not trust real runs above this rate."));

    [Test]
    public void A_link_that_fails_at_every_rate_is_reported() => Assert.That(Result(Small, Small, 0).Warnings.Single(),
        Does.Contain("at every rate"));

    [Test]
    public void Missing_measurements_are_reported_as_warnings() =>
        Assert.That(Result(TimingError.Unknown, Small, 100_000).Warnings, Has.Count.EqualTo(1));

    [Test]
    public void A_host_without_a_TUN_link_is_judged_by_the_other_checks()
    {
        SelfCheckResult result = Result(Small, Small, double.NaN) with { TunUnavailable = "it needs Linux" };
        Assert.That(result.Warnings, Is.Empty);
        Assert.That(Text(result), Does.Contain("TUN link not checked: it needs Linux").And.Contains("through the UDP relay"));
    }

    [TestCase(1000, 1000, 50_000, 0.9, true)]
    [TestCase(1000, 999, 50_000, 0.9, false)]
    [TestCase(1000, 1000, 48_000, 0.9, false)]
    [TestCase(1000, 1000, 50_000, 1.0, false)]
    [TestCase(0, 0, 0, double.NaN, false)]
    public void A_rate_is_forwarded_well_if_all_packets_arrive_in_time(long sent, long received, double sentKbps, double p99, bool good) =>
        Assert.That(new ForwardingFigures(50_000, sentKbps, sent, received, new TimingError(0.1, p99)).Good, Is.EqualTo(good));

    private static SelfCheckResult Result(TimingError timer, TimingError relay, double limitKbps) => new()
    {
        Version = "1",
        Started = DateTimeOffset.UnixEpoch,
        Interrupted = false,
        Host = HostInfo.Here(timer, relay),
        TunLimitKbps = limitKbps,
    };

    private static string Text(SelfCheckResult result)
    {
        StringWriter text = new();
        SelfCheckReport.Write(text, result);
        return text.ToString();
    }
}
