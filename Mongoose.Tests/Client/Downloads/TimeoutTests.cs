using Mongoose.Client.Downloads;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>The time that a request may take in total.</summary>
internal sealed class TimeoutTests
{
    private static DownloaderOptions WithoutRetries(DownloaderOptions options) =>
        options with { Habits = options.Habits with { Retries = new RetryHabits { Limit = 0 } } };

    [Test]
    public async Task An_answer_that_trickles_ends_at_the_timeout()
    {
        await using DownloadRig rig = new(change: WithoutRetries);
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await rig.Clock.UntilWaitAsync(60);
        await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        for (int second = 0; second < 59; second++)
        {
            rig.Clock.Advance(1);
            await connection.SendAsync("x");
        }
        Assert.That(download.IsCompleted, Is.False);
        rig.Clock.Advance(1);
        Download result = await download;
        Assert.That((result.Failure, result.FinishedAt.Seconds, result.Content),
            Is.EqualTo((DownloadFailure.Timeout, 60.0, (byte[]?)null)));
        await connection.EndAsync();
        Assert.That(rig.Downloader.Counters.Failed(DownloadFailure.Timeout), Is.EqualTo(1));
    }

    [Test]
    public async Task A_timeout_is_retried_on_a_new_connection()
    {
        await using DownloadRig rig = new();
        Task<Download> download = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await rig.Clock.UntilWaitAsync(60);
        rig.Clock.Advance(60);
        await connection.EndAsync();
        await rig.Clock.UntilWaitAsync(1);
        rig.Clock.Advance(1);
        ScriptedConnection next = await rig.Server.AcceptAsync();
        await next.ReadAsync();
        await next.AnswerAsync("late");
        Download result = await download;
        Assert.That((DownloadRig.TextOf(result), result.Retries, result.Connection), Is.EqualTo(("late", 1, 2)));
        Assert.That((rig.Downloader.Counters.TimedOut, rig.Downloader.Counters.Failed(DownloadFailure.Timeout)), Is.EqualTo((1L, 0L)));
    }

    [Test]
    public async Task A_request_that_is_asked_again_on_another_connection_gets_no_more_time()
    {
        await using DownloadRig rig = new(change: WithoutRetries);
        Task<Download> slow = rig.LoadTextureAsync(1);
        ScriptedConnection connection = await rig.Server.AcceptAsync();
        await connection.ReadAsync();
        await rig.Clock.UntilWaitAsync(60);
        rig.Clock.Advance(30);
        Task<Download> behind = rig.LoadTextureAsync(2);
        await connection.ReadAsync();
        await rig.Clock.UntilWaitAsync(60);
        rig.Clock.Advance(30);
        Assert.That((await slow).Failure, Is.EqualTo(DownloadFailure.Timeout));
        ScriptedConnection next = await rig.Server.AcceptAsync();
        Assert.That(await next.ReadDigitsAsync(1), Is.EqualTo("2"));
        rig.Clock.Advance(30);
        Download result = await behind;
        Assert.That((result.Failure, result.Repeats, result.FinishedAt.Seconds), Is.EqualTo((DownloadFailure.Timeout, 1, 90.0)));
    }
}
