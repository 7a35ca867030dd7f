using System.Net.Sockets;

namespace Mongoose.Client.Downloads;

/// <summary>How a <see cref="Downloader"/> works.</summary>
public sealed record DownloaderOptions
{
    public DownloadHabits Habits { get; init; } = new();

    public IDownloadClock Clock { get; init; } = new HostDownloadClock();

    /// <summary>Opens a TCP socket that is not connected yet, on any thread; for example in another network namespace.</summary>
    public Func<Socket> OpenSocket { get; init; } = static () => new Socket(SocketType.Stream, ProtocolType.Tcp);

    /// <summary>
    /// Whether https is accepted with any certificate, also an expired one or that of another host: many grids have self-signed ones.
    /// </summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Whether <see cref="Download.Content"/> is kept; without it, bodies take no memory.</summary>
    public bool KeepContent { get; init; }
}
