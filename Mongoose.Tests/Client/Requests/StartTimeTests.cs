using Mongoose.Client.Requests;

namespace Mongoose.Tests.Client.Requests;

public sealed class StartTimeTests
{
    private static readonly DateTimeOffset Now = new(2030, 1, 31, 14, 0, 0, TimeSpan.Zero);

    [TestCase("2030-01-31T14:00:30Z", 30)]
    [TestCase("2030-01-31T14:00:30", 30)]
    [TestCase("2030-01-31T15:00:30+01:00", 30)]
    [TestCase("2030-01-31T14:00:00.250Z", 0.25)]
    [TestCase("2030-01-31T13:59:00Z", -60)]
    [TestCase("2030-02-01T14:00:00Z", 24 * 3600)]
    public void A_start_time_is_in_UTC_unless_it_has_an_offset(string text, double secondsFromNow) =>
        Assert.That((StartTime.Parse(text, Now) - Now).TotalSeconds, Is.EqualTo(secondsFromNow));

    [TestCase("soon")]
    [TestCase("14:00")]
    [TestCase("2030-01-31")]
    [TestCase("2030-01-31T25:00:00Z")]
    public void Another_text_is_refused_with_what_is_allowed(string text) =>
        Refused(text, "allowed are times such as 2030-01-31T14:00:00Z");

    [TestCase("2030-01-31T13:58:59Z", "it is 61 s ago by this host's clock, 2030-01-31T14:00:00Z; allowed are up to 60 s")]
    [TestCase("2030-01-31T13:00:00Z", "it is 3600 s ago by this host's clock, 2030-01-31T14:00:00Z; allowed are up to 60 s")]
    [TestCase("2030-02-01T15:00:00Z", "it is 25.0 h ahead by this host's clock, 2030-01-31T14:00:00Z; allowed are up to 24 h")]
    public void A_time_too_far_away_is_refused_with_the_hosts_clock(string text, string message) => Refused(text, message);

    private static void Refused(string text, string message) =>
        Assert.That(() => StartTime.Parse(text, Now), Throws.TypeOf<FormatException>().With.Message.EqualTo(message));

    [Test]
    public void The_wait_ends_when_it_is_cancelled() => Assert.That(
        () => StartTime.Wait(DateTimeOffset.UtcNow.AddHours(1), new CancellationToken(canceled: true)), Throws.Nothing);
}
