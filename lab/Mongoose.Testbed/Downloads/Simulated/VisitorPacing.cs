using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>Paces the downloads of a visitor over simulated TCP, as the module's thread does in OpenSimulator.</summary>
internal sealed class VisitorPacing
{
    /// <summary>A thread does not wake up more often.</summary>
    private static readonly Duration ShortestWait = Duration.FromMilliseconds(1);

    private static readonly Duration LineInterval = Duration.FromSeconds(1);

    private readonly IScheduler _clock;
    private readonly DownloadPacer<TcpDownload> _pacer;
    private readonly Alarm _alarm;
    private Instant _lineAt = Instant.LongAgo;

    /// <param name="uplink">The visitor's share of the line of the region's host; null if it has no limit.</param>
    public VisitorPacing(IScheduler clock, DownloadOptions options, UplinkShare? uplink = null)
    {
        _clock = clock;
        Controller = new DownloadController(options, clock.Now);
        _pacer = new DownloadPacer<TcpDownload>(Controller, clock.Now) { Uplink = uplink };
        _alarm = new Alarm(clock, Serve);
    }

    /// <summary>Finds the line that the visitor's circuits cross; null if there is none.</summary>
    public Func<VisitorLine?> FindLine { get; init; } = () => null;

    public DownloadController Controller { get; }

    /// <summary>Number of connections that have a response or bytes on the way.</summary>
    public int Connections => _pacer.Connections;

    /// <summary>A connection has begun a response.</summary>
    public void Add(TcpDownload connection)
    {
        _pacer.Add(connection, _clock.Now);
        Serve();
    }

    private void Serve()
    {
        if (_clock.Now - _lineAt > LineInterval)
            (_pacer.Line, _lineAt) = (FindLine(), _clock.Now);
        Instant next = _pacer.Serve(_clock.Now);
        if (next == Instant.Never)
            _alarm.Cancel();
        else
            _alarm.Set(Instant.Max(next, _clock.Now + ShortestWait));
    }
}
