using System.Net.Sockets;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>Many readers, and slow ones.</summary>
public sealed class ManyReadersTests
{
    [Test]
    public async Task A_hundred_scrapers_at_once_share_one_answer()
    {
        using StatusRig rig = new();
        string[] answers = await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => rig.Text("/mongoose/metrics")));
        Assert.That(answers, Is.All.EqualTo("names False\n"));
        Assert.That(rig.Source.Calls, Is.EqualTo(1));
        rig.Clock.Advance(1000);
        await rig.Text("/mongoose/metrics");
        Assert.That(rig.Source.Calls, Is.EqualTo(2));
    }

    [Test]
    public async Task Pages_that_read_after_the_same_point_share_one_answer()
    {
        using StatusRig rig = new();
        await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => rig.Text("/mongoose/data.json?after=300")));
        Assert.That(rig.Source.Calls, Is.EqualTo(1));
        Assert.That(await rig.Text("/mongoose/data.json?after=301"), Does.Contain("301"));
    }

    [Test]
    public async Task Slow_readers_delay_no_other_reader()
    {
        const int padding = 20_000_000;
        using StatusRig rig = new(source: new FakeSource { Padding = padding });
        TcpClient[] slow = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => rig.Connect("/mongoose/metrics")));
        try
        {
            Assert.That(await rig.Status("/mongoose/"), Is.EqualTo(200));
            Assert.That(await rig.Text("/mongoose/metrics"), Has.Length.GreaterThan(padding));
        }
        finally
        {
            foreach (TcpClient reader in slow)
                reader.Dispose();
        }
    }

    [Test]
    public async Task A_reader_that_sends_half_a_request_delays_no_other_reader()
    {
        using StatusRig rig = new();
        using TcpClient reader = new();
        await reader.ConnectAsync("127.0.0.1", rig.Options.Port);
        await reader.GetStream().WriteAsync("GET /mongoose/ HT"u8.ToArray());
        Assert.That(await rig.Status("/mongoose/"), Is.EqualTo(200));
    }
}
