using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>Which requests are tried again, when, and how often.</summary>
internal sealed class RetryTests
{
    [Test]
    public async Task A_busy_server_is_asked_again_when_it_says_so()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("", "Retry-After: 7\r\n", "503 Service Unavailable");
        await rig.Clock.UntilWaitAsync(7);
        rig.Clock.Advance(7);
        await connection.ReadAsync();
        await connection.AnswerAsync("now");
        Download result = await download;
        Assert.That((DownloadRig.TextOf(result), result.Retries, result.Status), Is.EqualTo(("now", 1, 200)));
        Assert.That((result.QueuedAt.Seconds, result.WrittenAt.Seconds), Is.EqualTo((0.0, 7.0)), "the times are those of the last attempt");
        Assert.That(rig.Downloader.Counters.Retried, Is.EqualTo(1));
    }

    [Test]
    public async Task After_five_retries_with_growing_pauses_a_request_has_failed()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        foreach (double pause in new[] { 1.0, 2, 4, 5, 5 })
        {
            await connection.ReadAsync();
            await connection.AnswerAsync("", status: "500 Internal Server Error");
            await rig.Clock.UntilWaitAsync(pause);
            rig.Clock.Advance(pause);
        }
        await connection.ReadAsync();
        await connection.AnswerAsync("", status: "502 Bad Gateway");
        Download result = await download;
        Assert.That((result.Failure, result.Status, result.Retries, result.Content),
            Is.EqualTo((DownloadFailure.Status, 502, 5, (byte[]?)null)));
        Assert.That(rig.Downloader.Counters.Failed(DownloadFailure.Status), Is.EqualTo(1));
    }

    [TestCase("404 Not Found", 404)]
    [TestCase("416 Requested Range Not Satisfiable", 416)]
    [TestCase("302 Found", 302)]
    [TestCase("498 x", 498)]
    [TestCase("600", 600)]
    public async Task Other_statuses_are_final(string line, int status)
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await connection.AnswerAsync("nothing here", "Retry-After: 1\r\n", line);
        Download result = await download;
        Assert.That((result.Failure, result.Status, result.Retries, result.Bytes), Is.EqualTo((DownloadFailure.Status, status, 0, 12L)));
    }

    [Test]
    public async Task A_refused_connection_is_tried_again()
    {
        await using DownloadRig rig = new();
        rig.Server.Dispose();
        Task<Download> download = rig.LoadTextureAsync(1);
        foreach (double pause in new[] { 1.0, 2, 4, 5 })
        {
            await rig.Clock.UntilWaitAsync(pause);
            rig.Clock.Advance(pause);
        }
        await rig.Clock.UntilWaitAsync(5);
        rig.Clock.Advance(5);
        Download result = await download;
        Assert.That((result.Failure, result.Retries, result.FirstByteAt), Is.EqualTo((DownloadFailure.Connection, 5, (Instant?)null)));
        Assert.That(rig.Downloader.Counters.Connections, Is.EqualTo(6));
    }

    [TestCase(0, null, 1)]
    [TestCase(1, null, 2)]
    [TestCase(2, null, 4)]
    [TestCase(3, null, 5)]
    [TestCase(4, null, 5)]
    [TestCase(0, 1, 1)]
    [TestCase(0, 29, 29)]
    [TestCase(0, 30, 1)]
    [TestCase(1, 0, 2)]
    public void The_pause_doubles_unless_the_server_asks_for_one_below_half_a_minute(int retries, int? asked, int pause)
    {
        Duration? retryAfter = asked is { } seconds ? Duration.FromSeconds(seconds) : null;
        Assert.That(new RetryHabits().Pause(retries, retryAfter), Is.EqualTo(Duration.FromSeconds(pause)));
    }

    [TestCase(DownloadFailure.Status, 498, ExpectedResult = false)]
    [TestCase(DownloadFailure.Status, 499, ExpectedResult = true)]
    [TestCase(DownloadFailure.Status, 599, ExpectedResult = true)]
    [TestCase(DownloadFailure.Status, 600, ExpectedResult = false)]
    [TestCase(DownloadFailure.Malformed, 0, ExpectedResult = false)]
    [TestCase(DownloadFailure.Timeout, 0, ExpectedResult = true)]
    public bool Retries_may_help_against_failures_that_pass(DownloadFailure failure, int status) => RetryHabits.MayHelp(failure, status);
}
