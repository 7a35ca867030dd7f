using Mongoose.Client.Downloads;
using Mongoose.Client.Sessions;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Tests.Client.Downloads;

namespace Mongoose.Tests.Client.Sessions;

/// <summary>What a bot fetches of its scene, from where, and how often.</summary>
internal sealed class SceneDownloadsTests : IDisposable
{
    private readonly HandClock _clock = new();
    private readonly ScriptedServer _server = new();
    private readonly SceneDownloads _downloads;

    public SceneDownloadsTests()
    {
        ClassHabits habits = new(Connections: 1, Depth: 5, Duration.FromSeconds(60));
        _downloads = new SceneDownloads(
            new DownloaderOptions { Clock = _clock, Habits = new DownloadHabits { Textures = habits, Meshes = habits } });
    }

    private static RegionTerrain Ground(int first) => new()
    {
        Detail0 = DownloadRig.IdOf(first),
        Detail1 = DownloadRig.IdOf(first + 1),
        Detail2 = DownloadRig.IdOf(first),
        Detail3 = Guid.Empty,
    };

    public void Dispose()
    {
        _downloads.Dispose();
        _server.Dispose();
    }

    [Test]
    public async Task Assets_wait_for_a_region_that_offers_them_and_are_fetched_once()
    {
        _downloads.Assets.Collect(Ground(1));
        _downloads.Use(DownloadCapabilities.None);
        Assert.That(_downloads.Figures.Requests, Is.Zero);
        _downloads.Use(DownloadCapabilities.None with { Textures = _server.Address });
        _downloads.Assets.Collect(Ground(1));
        _downloads.Assets.Collect(Ground(2));
        ScriptedConnection connection = await _server.AcceptAsync();
        Assert.That(await connection.ReadAsync(), Does.StartWith("GET /CAPS/x/?texture_id=").And.Contain("Range: bytes=0-\r\n"));
        Assert.That(await connection.ReadDigitsAsync(2), Is.EqualTo("23"));
        Assert.That((_downloads.Figures.Requests, connection.HasMore), Is.EqualTo((3L, false)));
    }

    [Test]
    public async Task In_another_region_assets_come_from_there()
    {
        using ScriptedServer next = new();
        _downloads.Use(DownloadCapabilities.None with { Textures = _server.Address });
        _downloads.Use(DownloadCapabilities.None with { Textures = next.Address });
        _downloads.Assets.Collect(Ground(1));
        ScriptedConnection connection = await next.AcceptAsync();
        Assert.That(await connection.ReadDigitsAsync(2), Is.EqualTo("12"));
        Assert.That(_server.IsAsked, Is.False);
    }

    [Test]
    public async Task Figures_are_those_of_all_answers()
    {
        _downloads.Use(DownloadCapabilities.None with { Textures = _server.Address });
        _downloads.Assets.Collect(Ground(1));
        ScriptedConnection connection = await _server.AcceptAsync();
        await connection.ReadDigitsAsync(2);
        _clock.Advance(2);
        await connection.AnswerAsync("12345");
        await connection.AnswerAsync("", status: "404 Not Found");
        HttpFigures figures = await FiguresAsync(figures => figures.Failed == 1);
        Assert.That((figures.Requests, figures.Answers, figures.Failed, figures.Retries, figures.Timeouts),
            Is.EqualTo((2L, 1L, 1L, 0L, 0L)));
        Assert.That((figures.Bytes, figures.Time.Seconds), Is.EqualTo((connection.SentBytes, 2.0)));
        Assert.That(DelayHistogram.Quantile([.. figures.FirstByte], 1).Seconds, Is.EqualTo(2).Within(0.25),
            "of the answer, not of the failure");
        _clock.Advance(50);
        Assert.That(_downloads.Figures.Time.Seconds, Is.EqualTo(2), "the time stands still while nothing is asked for");
    }

    [Test]
    public async Task A_visit_that_ends_takes_no_more_answers_and_asks_for_nothing()
    {
        _downloads.Use(DownloadCapabilities.None with { Textures = _server.Address });
        _downloads.Assets.Collect(Ground(1));
        ScriptedConnection connection = await _server.AcceptAsync();
        await connection.ReadDigitsAsync(2);
        _clock.Advance(3);
        _downloads.Dispose();
        await connection.EndAsync();
        _clock.Advance(3);
        _downloads.Assets.Collect(Ground(5));
        HttpFigures figures = _downloads.Figures;
        Assert.That((figures.Requests, figures.Answers, figures.Failed, figures.Time.Seconds), Is.EqualTo((2L, 0L, 0L, 3.0)));
    }

    [TestCase(null, null, ExpectedResult = "the region offers neither GetTexture nor GetMesh2: --http fetches nothing there")]
    [TestCase(null, "http://m", ExpectedResult = "the region does not offer GetTexture: --http fetches only meshes there")]
    [TestCase("http://t", null, ExpectedResult = "the region offers neither GetMesh2 nor GetMesh: --http fetches only textures there")]
    [TestCase("http://t", "http://m", ExpectedResult = null)]
    public string? What_a_region_lacks_is_said(string? textures, string? meshes) =>
        _downloads.Use(new DownloadCapabilities(Address(textures), Address(meshes), null));

    [Test]
    public void The_number_of_assets_kept_is_limited()
    {
        int fetched = 0;
        WantedAssets wanted = new((_, _) => fetched++);
        wanted.Use(_server.Address);
        for (int i = 0; i < WantedAssets.Max + 1000; i++)
            wanted.Add(new Guid(i, 0, 0, new byte[8]));
        Assert.That(fetched, Is.EqualTo(WantedAssets.Max));
    }

    private async Task<HttpFigures> FiguresAsync(Func<HttpFigures, bool> isReady)
    {
        while (!isReady(_downloads.Figures))
            await Task.Delay(1);
        return _downloads.Figures;
    }

    private static Uri? Address(string? text) => text is null ? null : new Uri(text);
}
