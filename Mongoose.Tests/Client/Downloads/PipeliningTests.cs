using Mongoose.Client.Downloads;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>Which request goes to which connection, and what happens to it if the connection ends.</summary>
internal sealed class PipeliningTests
{
    private const string Closing = "Connection: close\r\n";

    [Test]
    public async Task Requests_are_written_and_answered_in_their_order_up_to_the_depth()
    {
        await using DownloadRig rig = new(connections: 1, depth: 3);
        Task<Download>[] downloads = rig.LoadTextures(5);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        Assert.That(await connection.ReadDigitsAsync(3), Is.EqualTo("123"));
        await Task.Delay(20);
        Assert.That(connection.HasMore, Is.False, "a fourth request before the first answer");
        await connection.AnswerAsync("first");
        Assert.That(await connection.ReadDigitsAsync(1), Is.EqualTo("4"));
        await connection.AnswerAsync("second");
        Assert.That(await connection.ReadDigitsAsync(1), Is.EqualTo("5"));
        foreach (string body in new[] { "third", "", "fifth" })
            await connection.AnswerAsync(body);
        Download[] all = await Task.WhenAll(downloads);
        Assert.That(all.Select(DownloadRig.TextOf), Is.EqualTo(new[] { "first", "second", "third", "", "fifth" }));
        Assert.That(all.Select(download => (download.Request.Id, download.Connection, download.Repeats)),
            Is.EqualTo(Enumerable.Range(1, 5).Select(digit => (DownloadRig.IdOf(digit), 1, 0))));
        Assert.That(rig.Server.IsAsked, Is.False, "a second connection");
    }

    [Test]
    public async Task There_are_as_many_connections_as_allowed_before_any_carries_two_requests()
    {
        await using DownloadRig rig = new(connections: 2);
        Task<Download>[] downloads = rig.LoadTextures(2);
        // Which of the two is first in the listener's queue is the kernel's choice.
        ScriptedConnection one = await rig.Server.AcceptAsync(), other = await rig.Server.AcceptAsync();
        Assert.That(await one.ReadDigitsAsync(1) + await other.ReadDigitsAsync(1), Is.EqualTo("12").Or.EqualTo("21"));
        await one.AnswerAsync("");
        await other.AnswerAsync("");
        await Task.WhenAll(downloads);
        _ = rig.LoadTextures(2);
        Assert.That(await one.ReadDigitsAsync(1) + await other.ReadDigitsAsync(1), Is.EqualTo("12").Or.EqualTo("21"),
            "idle connections first");
        Task<Download>[] behind = [rig.LoadTextureAsync(3), rig.LoadTextureAsync(4)];
        foreach (ScriptedConnection connection in new[] { one, other })
        {
            Assert.That(await connection.ReadDigitsAsync(1), Is.EqualTo("3").Or.EqualTo("4"), "then the one with the fewest requests");
            await connection.AnswerAsync("");
            await connection.AnswerAsync("");
        }
        await Task.WhenAll(behind);
        Assert.That(rig.Downloader.Counters.Connections, Is.EqualTo(2));
    }

    [Test]
    public async Task After_Connection_close_the_unanswered_requests_go_to_a_new_connection_at_once()
    {
        await using DownloadRig rig = new();
        Task<Download>[] downloads = rig.LoadTextures(5);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        Assert.That(await connection.ReadDigitsAsync(5), Is.EqualTo("12345"));
        await connection.AnswerAsync("1");
        await connection.AnswerAsync("2", Closing);
        // The server has not closed the first connection, and the clock stands still.
        ScriptedConnection next = await rig.Server.AcceptAsync();
        Assert.That(await next.ReadDigitsAsync(3), Is.EqualTo("345"));
        await connection.EndAsync();
        foreach (string body in new[] { "3", "4", "5" })
            await next.AnswerAsync(body);
        Download[] all = await Task.WhenAll(downloads);
        Assert.That(all.Select(download => $"{DownloadRig.TextOf(download)} {download.Connection} {download.Repeats} {download.Retries}"),
            Is.EqualTo(new[] { "1 1 0 0", "2 1 0 0", "3 2 1 0", "4 2 1 0", "5 2 1 0" }));
        Assert.That((rig.Downloader.Counters.Connections, rig.Downloader.Counters.Repeated, rig.Downloader.Counters.Retried),
            Is.EqualTo((2, 3L, 0L)));
    }

    [Test]
    public async Task A_server_that_closes_after_each_answer_gets_every_request_answered()
    {
        await using DownloadRig rig = new();
        Task<Download>[] downloads = rig.LoadTextures(4);
        for (int i = 1; i <= 4; i++)
        {
            ScriptedConnection connection = await rig.Server.AcceptAsync();
            await connection.ReadAsync();
            await connection.AnswerAsync($"{i}", Closing);
        }
        Assert.That((await Task.WhenAll(downloads)).Select(DownloadRig.TextOf), Is.EqualTo(new[] { "1", "2", "3", "4" }));
    }

    [Test]
    public async Task A_connection_that_dies_between_answers_costs_no_retry()
    {
        await using DownloadRig rig = new();
        Task<Download>[] downloads = rig.LoadTextures(3);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadDigitsAsync(3);
        await connection.AnswerAsync("1");
        await downloads[0];
        connection.Dispose();
        ScriptedConnection next = await rig.Server.AcceptAsync();
        Assert.That(await next.ReadDigitsAsync(2), Is.EqualTo("23"));
        await next.AnswerAsync("2");
        await next.AnswerAsync("3");
        Assert.That((await Task.WhenAll(downloads)).Select(download => download.Retries), Is.All.Zero);
    }

    [Test]
    public async Task A_connection_that_dies_within_an_answer_costs_that_request_a_retry()
    {
        await using DownloadRig rig = new();
        Task<Download>[] downloads = rig.LoadTextures(3);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadDigitsAsync(3);
        await connection.AnswerAsync("first");
        await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345");
        connection.Dispose();
        ScriptedConnection next = await rig.Server.AcceptAsync();
        Assert.That(await next.ReadDigitsAsync(1), Is.EqualTo("3"), "the request behind it does not wait");
        await next.AnswerAsync("third");
        await rig.Clock.UntilWaitAsync(1);
        rig.Clock.Advance(1);
        Assert.That(await next.ReadDigitsAsync(1), Is.EqualTo("2"));
        await next.AnswerAsync("1234567890");
        Download[] all = await Task.WhenAll(downloads);
        Assert.That(all.Select(download => $"{DownloadRig.TextOf(download)} {download.Repeats} {download.Retries}"),
            Is.EqualTo(new[] { "first 0 0", "1234567890 0 1", "third 1 0" }));
    }

    [Test]
    public async Task Another_servers_request_takes_the_place_of_an_idle_connection()
    {
        await using DownloadRig rig = new();
        using ScriptedServer other = new();
        Task<Download> here = rig.LoadTextureAsync(1);
        Task<Download> there = rig.LoadAsync(DownloadRequest.Texture(other.Address, DownloadRig.IdOf(2)));
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("here");
        await here;
        await connection.EndAsync();
        ScriptedConnection next = await other.AcceptAsync();
        await next.ReadAsync();
        await next.AnswerAsync("there");
        Assert.That(DownloadRig.TextOf(await there), Is.EqualTo("there"));
    }

    [Test]
    public async Task Classes_do_not_wait_for_each_other()
    {
        await using DownloadRig rig = new(connections: 1, depth: 1);
        Task<Download> texture = rig.LoadTextureAsync(1);
        ScriptedConnection textures = await rig.Server.AcceptAsync();
        await textures.ReadAsync();
        Task<Download> mesh = rig.LoadAsync(DownloadRequest.Mesh(rig.Server.Address, DownloadRig.IdOf(2), MeshRanges.Header));
        ScriptedConnection meshes = await rig.Server.AcceptAsync();
        await meshes.ReadAsync();
        Task<Download> sound = rig.LoadAsync(DownloadRequest.Asset(rig.Server.Address, AssetKind.Sound, DownloadRig.IdOf(3)));
        ScriptedConnection assets = await rig.Server.AcceptAsync();
        Assert.That(await assets.ReadAsync(), Does.StartWith($"GET /CAPS/x/?sound_id={DownloadRig.IdOf(3)} HTTP/1.1\r\n"));
        await assets.AnswerAsync("sound");
        await meshes.AnswerAsync("mesh");
        Assert.That((DownloadRig.TextOf(await sound), DownloadRig.TextOf(await mesh), texture.IsCompleted),
            Is.EqualTo(("sound", "mesh", false)));
        await textures.AnswerAsync("texture");
        Assert.That(DownloadRig.TextOf(await texture), Is.EqualTo("texture"));
    }
}
