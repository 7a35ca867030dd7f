using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>Whatever happens to connections, no request is lost or answered twice, and none gets another's answer.</summary>
internal sealed class ErraticServerTests
{
    private const int Requests = 300;

    [Test]
    public async Task Every_request_ends_once_and_with_its_own_answer([Range(1, 4)] int seed)
    {
        DownloadHabits habits =
            new() { Retries = new RetryHabits { FirstPause = Duration.FromMilliseconds(1), MaxPause = Duration.FromMilliseconds(2) } };
        await using DownloadRig rig = new(change: options => options with { Clock = new HostDownloadClock(), Habits = habits });
        using CancellationTokenSource ending = new();
        Task serving = new ErraticServer(rig.Server, seed).ServeAsync(ending.Token);
        Download[] all =
            await Task.WhenAll(Enumerable.Range(0, Requests).Select(number => rig.LoadAsync(RequestOf(number, rig.Server.Address))));
        await rig.Downloader.DisposeAsync();
        await ending.CancelAsync();
        await serving;

        Assert.That(rig.Finished, Has.Length.EqualTo(Requests));
        Assert.That(rig.Finished.Select(download => download.Request.Id), Is.Unique);
        Assert.That(all.Where(download => download.Succeeded).Select(DownloadRig.TextOf),
            Is.EqualTo(all.Where(download => download.Succeeded).Select(download => download.Request.Address.PathAndQuery)));
        DownloadCounters counters = rig.Downloader.Counters;
        Assert.That(counters.Succeeded + Enum.GetValues<DownloadFailure>().Sum(counters.Failed), Is.EqualTo(Requests));
        Assert.That((counters.Repeated, counters.Retried),
            Is.EqualTo((all.Sum(download => download.Repeats), all.Sum(download => download.Retries))));
        Assert.That(all.All(download => download.QueuedAt <= download.WrittenAt && download.WrittenAt <= download.FinishedAt));
    }

    private static DownloadRequest RequestOf(int number, Uri capability)
    {
        Guid id = new(number, 0, 0, new byte[8]);
        return (number % 3) switch
        {
            0 => DownloadRequest.Texture(capability, id),
            1 => DownloadRequest.Mesh(capability, id, MeshRanges.Header),
            _ => DownloadRequest.Asset(capability, AssetKind.Animation, id),
        };
    }
}
