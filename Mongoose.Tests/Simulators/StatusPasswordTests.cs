using System.Net;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Simulators;

/// <summary>A real region whose status port has a password with a semicolon, and readers who guess it.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class StatusPasswordTests : ModuleFixture
{
    private readonly int _port = FreePort.OfTcpAndUdp();

    protected override string Settings => $"StatusPort = {_port}\nStatusPassword = \"abc;def\" ; seven letters";

    [Test, Order(1)]
    public void The_log_has_the_length_of_the_whole_password_and_the_password_is_accepted()
    {
        Assert.That(Grid.Log(), Has.One.EndsWith("/mongoose/, with a password of 7 characters"));
        using StatusHttp reader = new(_port, "abc;def");
        Assert.That(reader.Status("metrics"), Is.EqualTo(HttpStatusCode.OK));
    }

    [Test, Order(2)]
    public void After_ten_wrong_passwords_the_region_compares_no_more_and_says_so_once()
    {
        using StatusHttp guesser = new(_port, "abc"), reader = new(_port, "abc;def");
        HttpStatusCode[] answers = Enumerable.Range(0, 12).Select(_ => guesser.Status("metrics")).ToArray();
        Assert.That(answers[..10], Is.All.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(answers[10..], Is.All.EqualTo(HttpStatusCode.TooManyRequests));
        using HttpResponseMessage refused = reader.Get("metrics");
        Assert.That(refused.StatusCode, Is.EqualTo(HttpStatusCode.TooManyRequests));
        Assert.That(refused.Headers.RetryAfter!.Delta, Is.Not.Null);
        Assert.That(Grid.Log(), Has.One.Contains("10 wrong passwords within a minute from 127.0.0.1"));
    }
}
