using System.Collections.Concurrent;
using System.Text;
using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>A downloader, a clock that the test moves, and the server.</summary>
internal sealed class DownloadRig : IAsyncDisposable
{
    private readonly ConcurrentQueue<Download> _finished = new();

    /// <param name="connections">Connections for textures and meshes.</param>
    /// <param name="depth">Their depth of pipelining.</param>
    /// <param name="change">Changes other options.</param>
    public DownloadRig(int connections = 1, int depth = 5, Func<DownloaderOptions, DownloaderOptions>? change = null)
    {
        ClassHabits habits = new(connections, depth, Duration.FromSeconds(60));
        DownloaderOptions options =
            new() { Habits = new DownloadHabits { Textures = habits, Meshes = habits }, Clock = Clock, KeepContent = true };
        Downloader = new Downloader(_finished.Enqueue, change is null ? options : change(options));
    }

    public HandClock Clock { get; } = new();

    public ScriptedServer Server { get; } = new();

    public Downloader Downloader { get; }

    /// <summary>What has been reported.</summary>
    public Download[] Finished => [.. _finished];

    public static Guid IdOf(int digit) => new(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte)digit);

    public static string TextOf(Download download) => Encoding.ASCII.GetString(download.Content!);

    public Task<Download> LoadAsync(DownloadRequest request)
    {
        TaskCompletionSource<Download> finished = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Downloader.Request(request, finished.SetResult);
        return finished.Task.WaitAsync(ScriptedServer.Patience);
    }

    public Task<Download> LoadTextureAsync(int digit, ByteRange? range = null) =>
        LoadAsync(DownloadRequest.Texture(Server.Address, IdOf(digit), range));

    /// <summary>Queues textures with the digits 1, 2, ...</summary>
    public Task<Download>[] LoadTextures(int count) => Enumerable.Range(1, count).Select(digit => LoadTextureAsync(digit)).ToArray();

    public async ValueTask DisposeAsync()
    {
        await Downloader.DisposeAsync();
        Server.Dispose();
    }
}
