using System.Text;
using Mongoose.Client.Downloads;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>Whatever a server sends, a download ends with a reason and takes bounded memory.</summary>
internal sealed class HostileServerTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\n", Chunked = Ok + "Transfer-Encoding: chunked\r\n\r\n";

    [TestCase("SSH-2.0-OpenSSH_9.2\r\n", DownloadFailure.Malformed)]
    [TestCase("H", DownloadFailure.Malformed, "TTQ")]
    [TestCase("HTTP/1.1 2x0 OK\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase("HTTP/1.1 100 Continue\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase("HTTP/1.7 200 OK\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase(Ok + "no colon\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase(Ok + "Content-Length: -1\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase(Ok + "Content-Length: 99999999999999999999\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase(Ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", DownloadFailure.Malformed)]
    [TestCase(Ok + "Content-Length: 33554433\r\n\r\n", DownloadFailure.LongBody)]
    [TestCase(Ok + "Transfer-Encoding: gzip\r\n\r\n", DownloadFailure.TransferEncoding)]
    [TestCase(Ok + "Transfer-Encoding: gzip, chunked\r\n\r\n", DownloadFailure.TransferEncoding)]
    [TestCase(Ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n", DownloadFailure.TransferEncoding)]
    [TestCase(Chunked + "\r\n", DownloadFailure.Malformed)]
    [TestCase(Chunked + "-1\r\n", DownloadFailure.Malformed)]
    [TestCase(Chunked + "80000000\r\n", DownloadFailure.Malformed)]
    [TestCase(Chunked + "2000001\r\n", DownloadFailure.LongBody)]
    [TestCase(Chunked + "1\r\nxy\r\n", DownloadFailure.Malformed)]
    public async Task An_answer_that_cannot_be_used_fails_with_its_reason(string answer, DownloadFailure reason, string more = "")
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.SendAsync(answer);
        await connection.SendAsync(more);
        Download result = await download;
        Assert.That((result.Failure, result.Retries, result.Content), Is.EqualTo((reason, 0, (byte[]?)null)));
        await connection.EndAsync();
    }

    [Test]
    public async Task A_header_without_end_is_cut_off()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.SendAsync(Ok + new string('x', ResponseReader.MaxHeadBytes));
        Assert.That((await download).Failure, Is.EqualTo(DownloadFailure.LongHead));
        Assert.That(rig.Downloader.Counters.ReceivedBytes, Is.InRange(ResponseReader.MaxHeadBytes, connection.SentBytes));
    }

    [TestCase("1", DownloadFailure.Malformed)]
    [TestCase("0\r\nx: y\r\n", DownloadFailure.LongHead)]
    public async Task What_surrounds_chunks_is_bounded(string repeated, DownloadFailure reason)
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.SendAsync(Chunked + repeated
            + string.Concat(Enumerable.Repeat(repeated[^1] == '\n' ? "x: y\r\n" : repeated, ResponseReader.MaxHeadBytes / 4 + 1)));
        Assert.That((await download).Failure, Is.EqualTo(reason));
    }

    [Test]
    public async Task Chunks_are_joined_and_the_connection_stays()
    {
        await using DownloadRig rig = new();
        Task<Download>[] downloads = rig.LoadTextures(3);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadDigitsAsync(3);
        foreach (char letter in Chunked + "4;name=value\r\nWiki\r\n00A\r\npedia in\r\n\r\n0\r\nTrailer: 1\r\n\r\n")
            await connection.SendAsync($"{letter}");
        await connection.SendAsync(Ok + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        await connection.AnswerAsync("third");
        Download[] all = await Task.WhenAll(downloads);
        Assert.That(all.Select(DownloadRig.TextOf), Is.EqualTo(new[] { "Wikipedia in\r\n", "", "third" }));
        Assert.That((all[0].Bytes, all[2].Connection), Is.EqualTo((14L, 1)));
    }

    [Test]
    public async Task Behind_a_malformed_answer_the_other_requests_are_asked_again()
    {
        await using DownloadRig rig = new();
        Task<Download>[] downloads = rig.LoadTextures(2);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadDigitsAsync(2);
        await connection.SendAsync("nonsense");
        ScriptedConnection next = await rig.Server.AcceptAsync();
        Assert.That(await next.ReadDigitsAsync(1), Is.EqualTo("2"));
        await next.AnswerAsync("fine");
        Assert.That((await Task.WhenAll(downloads)).Select(download => download.Failure),
            Is.EqualTo(new[] { DownloadFailure.Malformed, DownloadFailure.None }));
    }

    [Test]
    public async Task An_answer_without_a_request_closes_the_connection()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("asked");
        await connection.AnswerAsync("not asked");
        Assert.That(DownloadRig.TextOf(await download), Is.EqualTo("asked"));
        await connection.EndAsync();
    }

    [Test]
    public async Task A_body_without_length_ends_with_the_connection()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.SendAsync("HTTP/1.0 200 OK\r\n\r\nall of it");
        connection.Dispose();
        Assert.That(DownloadRig.TextOf(await download), Is.EqualTo("all of it"));
    }

    [Test]
    public void A_body_without_length_and_end_is_cut_off()
    {
        ResponseReader reader = new(new EndlessStream(), new DownloadCounters(), CancellationToken.None);
        Assert.That(async () => await reader.ReadBodyAsync(null, content: null),
            Throws.TypeOf<DownloadException>().With.Property(nameof(DownloadException.Failure)).EqualTo(DownloadFailure.LongBody));
    }

    [FsCheck.NUnit.Property]
    public void Any_header_is_read_or_refused(string? text)
    {
        try
        {
            Assert.That(ResponseHead.Parse(Encoding.Latin1.GetBytes(Ok + text)).Status, Is.EqualTo(200));
        }
        catch (DownloadException)
        {
            // This is the expected refusal.
        }
    }

    private sealed class EndlessStream : MemoryStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(buffer.Length);
    }
}
