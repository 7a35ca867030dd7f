using System.Net;
using log4net;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>A password cannot be guessed quickly, and guesses are logged and counted.</summary>
[NonParallelizable]
public sealed class WrongPasswordTests
{
    private static readonly (string, string) Wrong = ("Authorization", "Bearer wrong"), Right = ("Authorization", "Bearer p");

    [Test]
    public async Task After_ten_wrong_passwords_not_even_the_right_one_is_compared_until_the_minute_is_over()
    {
        using StatusRig rig = new(new StatusOptions { Password = "p" });
        for (int i = 0; i < 10; i++)
            Assert.That(await rig.Status("/mongoose/", Wrong), Is.EqualTo(401));
        rig.Clock.Advance(59_000);
        using HttpResponseMessage refused = await rig.Ask("/mongoose/", "GET", Right);
        Assert.That((int)refused.StatusCode, Is.EqualTo(429));
        Assert.That(refused.Headers.RetryAfter!.Delta, Is.EqualTo(TimeSpan.FromSeconds(1)));
        rig.Clock.Advance(1000);
        Assert.That(await rig.Status("/mongoose/", Right), Is.EqualTo(200));
    }

    [Test]
    public async Task Requests_without_a_password_are_no_guesses()
    {
        using StatusRig rig = new(new StatusOptions { Password = "p" });
        for (int i = 0; i < 20; i++)
            Assert.That(await rig.Status("/mongoose/"), Is.EqualTo(401));
        Assert.That(await rig.Status("/mongoose/", Right), Is.EqualTo(200));
    }

    [Test]
    public async Task A_header_of_a_proxy_does_not_make_a_guesser_another_reader()
    {
        using StatusRig rig = new(new StatusOptions { Password = "p" });
        for (int i = 0; i < 10; i++)
            await rig.Status("/mongoose/", Wrong, ("X-Forwarded-For", $"192.0.2.{i}"));
        Assert.That(await rig.Status("/mongoose/", Right, ("X-Forwarded-For", "192.0.2.99")), Is.EqualTo(429));
    }

    [Test]
    public async Task Each_refusal_is_counted_with_its_reason()
    {
        using StatusRig rig = new(new StatusOptions { Password = "p" });
        await rig.Status("/mongoose/");
        for (int i = 0; i < 12; i++)
            await rig.Status("/mongoose/", Wrong);
        Assert.That(Counts(rig), Is.EqualTo(new[] { "no_password 1", "wrong_password 10", "too_many_wrong_passwords 2" }));

        using StatusRig open = new();
        await open.Status("/mongoose/", ("Host", "evil.example"));
        Assert.That(Counts(open), Is.EqualTo(new[] { "host_name 1" }));

        using StatusRig unlisted = new(new StatusOptions { Allow = [new IPNetwork(IPAddress.Parse("192.0.2.7"), 32)] });
        await unlisted.Status("/mongoose/");
        Assert.That(Counts(unlisted), Is.EqualTo(new[] { "address 1" }));
    }

    [Test]
    public async Task Guesses_are_one_line_a_minute_at_most()
    {
        using StatusRig rig = new(new StatusOptions { Password = "p" });
        LogBook.Clear();
        await Guess(rig, 12);
        Assert.That(LogBook.Lines, Is.EqualTo(new[]
        {
            "WARN [MONGOOSE]: status page: 10 wrong passwords within a minute from 127.0.0.1; "
                + "refuses its further passwords until the minute is over",
        }));
        rig.Clock.Advance(60_000);
        await Guess(rig, 12);
        Assert.That(LogBook.Lines, Has.Count.EqualTo(2));
    }

    private static string[] Counts(StatusRig rig) => rig.Source.Refused.Metric.Read()
        .Where(sample => sample.Value > 0).Select(sample => $"{sample.Labels.Single().Value} {sample.Value}").ToArray();

    private static async Task Guess(StatusRig rig, int times)
    {
        for (int i = 0; i < times; i++)
            await rig.Status("/mongoose/", Wrong);
    }
}
