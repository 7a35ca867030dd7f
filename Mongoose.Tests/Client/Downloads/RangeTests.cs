using Mongoose.Client.Downloads;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>Requests for parts, and meshes, which viewers load in parts.</summary>
internal sealed class RangeTests
{
    private const string Partial = "206 Partial Content";

    [Test]
    public async Task A_request_has_the_headers_of_a_viewer()
    {
        await using DownloadRig rig = new();
        _ = rig.LoadTextureAsync(7, ByteRange.Whole);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        Assert.That(await connection.ReadAsync(), Is.EqualTo(
            $"GET /CAPS/x/?texture_id={DownloadRig.IdOf(7)} HTTP/1.1\r\nHost: "
                + $"127.0.0.1:{rig.Server.Address.Port}\r\nAccept: image/x-j2c\r\n"
            + "Connection: keep-alive\r\nKeep-alive: 300\r\nRange: bytes=0-\r\n\r\n"));
    }

    [Test]
    public async Task The_times_are_those_of_the_steps()
    {
        await using DownloadRig rig = new(depth: 1);
        _ = rig.LoadTextureAsync(1);
        Task<Download> download = rig.LoadTextureAsync(2);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        rig.Clock.Advance(1);
        await connection.AnswerAsync("");
        await connection.ReadAsync();
        rig.Clock.Advance(1);
        await SendAsync(rig, connection, "HTTP/1.1 200 OK\r\n");
        // When these bytes have been read, the time of the first is known.
        await SendAsync(rig, connection, "Content-Length: 3\r\n\r\na");
        rig.Clock.Advance(1);
        await connection.SendAsync("bc");
        Download result = await download;
        Assert.That(new[] { result.QueuedAt, result.WrittenAt, result.FirstByteAt!.Value, result.FinishedAt }.Select(time => time.Seconds),
            Is.EqualTo(new[] { 0.0, 1, 2, 3 }));
        Assert.That((result.Bytes, rig.Downloader.Counters.ReceivedBytes), Is.EqualTo((3L, connection.SentBytes)));
    }

    [Test]
    public async Task A_mesh_is_its_header_and_then_its_levels_of_detail()
    {
        await using DownloadRig rig = new();
        rig.Downloader.RequestMesh(rig.Server.Address, DownloadRig.IdOf(1));
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        Assert.That(await connection.ReadAsync(), Does.Contain("?mesh_id=").And.Contain("Accept: application/vnd.ll.mesh\r\n")
            .And.Contain("Range: bytes=0-4095\r\n"));
        Assert.That(connection.HasMore, Is.False);
        await connection.AnswerAsync("header", "Content-Range: bytes 0-4095/8196\r\n", Partial);
        foreach (string range in new[] { "4096-5120", "5121-6145", "6146-7170", "7171-8195" })
            Assert.That(await connection.ReadAsync(), Does.Contain($"Range: bytes={range}\r\n"));
        Assert.That((rig.Finished.Single().AssetBytes, rig.Finished.Single().Status), Is.EqualTo((8196L, 206)));
    }

    [Test]
    public async Task A_mesh_can_have_any_parts_and_ends_with_a_missing_header()
    {
        await using DownloadRig rig = new();
        rig.Downloader.RequestMesh(rig.Server.Address, DownloadRig.IdOf(1), [new ByteRange(500, 599)]);
        rig.Downloader.RequestMesh(rig.Server.Address, DownloadRig.IdOf(2), [new ByteRange(700, 799)]);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadDigitsAsync(2);
        await connection.AnswerAsync("", status: "404 Not Found");
        await connection.AnswerAsync("header");
        Assert.That(await connection.ReadAsync(), Does.Contain("Range: bytes=700-799\r\n"));
    }

    [Test]
    public async Task Another_part_than_the_one_asked_for_is_a_failure_that_is_retried()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1, new ByteRange(600, 700));
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("wrong", "Content-Range: bytes 0-4/800\r\n", Partial);
        await rig.Clock.UntilWaitAsync(1);
        rig.Clock.Advance(1);
        await connection.ReadAsync();
        await connection.AnswerAsync("right", "Content-Range: bytes 600-604/800\r\n", Partial);
        Assert.That(DownloadRig.TextOf(await download), Is.EqualTo("right"));
    }

    /// <summary>Sends, and waits until the client has read it.</summary>
    private static async Task SendAsync(DownloadRig rig, ScriptedConnection connection, string text)
    {
        await connection.SendAsync(text);
        while (rig.Downloader.Counters.ReceivedBytes < connection.SentBytes)
            await Task.Delay(1);
    }

    [TestCase(0, ExpectedResult = "")]
    [TestCase(4096, ExpectedResult = "")]
    [TestCase(4097, ExpectedResult = "bytes=4096-4096")]
    [TestCase(4099, ExpectedResult = "bytes=4096-4096 bytes=4097-4097 bytes=4098-4098")]
    [TestCase(4106, ExpectedResult = "bytes=4096-4098 bytes=4099-4101 bytes=4102-4103 bytes=4104-4105")]
    public string The_rest_of_a_mesh_has_up_to_four_parts(long size) => string.Join(' ', MeshRanges.AfterHeader(size));

    [TestCase(2097151, ExpectedResult = DownloadClass.Mesh)]
    [TestCase(2097152, ExpectedResult = DownloadClass.LargeMesh)]
    public DownloadClass Large_parts_of_meshes_are_a_class_of_their_own(long length) =>
        DownloadRequest.Mesh(new Uri("http://x/y"), Guid.Empty, new ByteRange(4096, 4096 + length - 1)).Class;
}
