using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Downloads;

/// <summary>
/// The downloads of one visitor from all regions of the process. A separate thread writes the downloads while there are any, so that a
/// visitor whose line is dead delays no other visitor.
/// </summary>
/// <param name="findLine">Finds the line that the visitor's circuits cross; null if there is none.</param>
/// <param name="uplink">The line of the simulator's host; null if it is not limited.</param>
/// <param name="onFailure">Receives each failure, of one connection or of the visitor's thread.</param>
internal sealed class VisitorDownloads(
    string agent, DownloadOptions options, Func<VisitorLine?> findLine, HostUplink? uplink, Action<Exception> onFailure)
{
    /// <summary>How long the thread waits for further responses before it ends.</summary>
    private const int IdleMilliseconds = 10_000;

    /// <summary>
    /// Milliseconds between two checks whether an awaited response is ready. The interval grows with the time since the last request, so
    /// that slow assets cost little.
    /// </summary>
    private const int MinPoll = 2, MaxPoll = 25, PollsPerAge = 8;

    private const int MinWait = 1, MaxWait = 50;

    /// <summary>A single request may ask for what is hard to find; this many say something of the service.</summary>
    private const int SomeRequests = 4;

    private static readonly Duration LineInterval = Duration.FromSeconds(1);

    /// <summary>After this time, a viewer has given a request up.</summary>
    private static readonly Duration MaxRequestAge = Duration.FromSeconds(120);

    private readonly object _gate = new();
    private readonly Queue<PacedContext> _begun = new();
    private readonly Queue<AwaitedResponse> _asked = new();
    private readonly AutoResetEvent _wake = new(false);
    private readonly DownloadController _controller = new(options, OutboundThread.Now);
    private readonly List<AwaitedResponse> _awaited = [];
    private byte[] _piece = new byte[16 * 1024];
    private DownloadPacer<PacedContext>? _pacer;
    private Instant _lineAt = Instant.LongAgo, _askedAt = Instant.LongAgo;
    private long _waitingSince = Instant.Never.Nanoseconds;
    private bool _isRunning, _hasFailed;
    private volatile DownloadLedger? _ledger;

    public string Agent => agent;

    /// <summary>Counts the downloads by asset; null while no arrival is watched.</summary>
    public DownloadLedger? Ledger => _ledger;

    /// <summary>The pacer, whose figures any thread may read; null while no thread serves the visitor.</summary>
    public DownloadPacer<PacedContext>? Pacer => Volatile.Read(ref _pacer);

    /// <summary>The present figures; null if the visitor has no downloads now. Thread-safe.</summary>
    public DownloadFigures? Figures => Pacer is { Connections: > 0 and int connections } pacer
        ? new DownloadFigures(connections, pacer.Waiting, _controller.Delivered, _controller.Queueing, pacer.Limit)
        : null;

    /// <summary>How long several requests have waited for OpenSim's answers, at least; zero if fewer wait. Thread-safe.</summary>
    public Duration RequestWait(Instant now) => Duration.Max(Duration.Zero, now - new Instant(Volatile.Read(ref _waitingSince)));

    /// <summary>The buffer of pieces, with room for at least this number of bytes. Only the visitor's thread may use it.</summary>
    public byte[] PieceOf(int bytes)
    {
        if (_piece.Length < bytes)
            Array.Resize(ref _piece, Math.Max(bytes, 2 * _piece.Length));
        return _piece;
    }

    /// <summary>Counts the downloads by asset from now on.</summary>
    public DownloadLedger OpenLedger() => _ledger ??= new DownloadLedger();

    public void CloseLedger() => _ledger = null;

    /// <summary>Reports a failure of one connection; the visitor's other connections continue.</summary>
    public void Report(Exception exception) => onFailure(exception);

    /// <summary>A response is ready to be sent. Any thread may call it.</summary>
    public void Begin(PacedContext context)
    {
        if (!TryEnqueue(_begun, context))
            context.GiveUp();
    }

    /// <summary>OpenSim is making a response, which is to be sent as soon as it is ready. Any thread may call it.</summary>
    public void Await(AwaitedResponse response) => TryEnqueue(_asked, response);

    private bool TryEnqueue<T>(Queue<T> queue, T item)
    {
        bool isRunning;
        lock (_gate)
        {
            if (_hasFailed)
                return false;
            queue.Enqueue(item);
            (isRunning, _isRunning) = (_isRunning, true);
        }
        if (isRunning)
            _wake.Set();
        else
            Start();
        return true;
    }

    /// <summary>Starts the thread. If the host cannot, OpenSim sends the visitor's responses.</summary>
    private void Start()
    {
        try
        {
            new Thread(Run) { IsBackground = true, Name = $"Downloads Mongoose ({agent})" }.Start();
        }
        catch (Exception exception) when (exception is OutOfMemoryException or ThreadStartException)
        {
            Fail(exception, null);
        }
    }

    private void Run()
    {
        UplinkShare? share = uplink?.OpenDownloads();
        DownloadPacer<PacedContext> pacer = new(_controller, OutboundThread.Now) { Uplink = share };
        Volatile.Write(ref _pacer, pacer);
        try
        {
            while (!HasEnded(Serve(pacer)))
            {
            }
        }
        catch (Exception exception)
        {
            Fail(exception, pacer);
        }
        // The visitor's next thread may already have set its own pacer.
        Interlocked.CompareExchange(ref _pacer, null, pacer);
        if (share is not null)
            uplink!.Close(share);
    }

    /// <summary>
    /// Serves all that is due, then waits; returns whether there has been nothing to do for <see cref="IdleMilliseconds"/>.
    /// </summary>
    private bool Serve(DownloadPacer<PacedContext> pacer)
    {
        Instant now = OutboundThread.Now;
        if (now - _lineAt > LineInterval)
            (pacer.Line, _lineAt) = (findLine(), now);
        TakeQueued(pacer, now);
        _awaited.RemoveAll(static response => response.TrySend());
        TakeQueued(pacer, now);
        Volatile.Write(ref _waitingSince, WaitingSince(now).Nanoseconds);
        Instant next = pacer.Serve(OutboundThread.Now);
        return !_wake.WaitOne(MillisecondsUntil(next)) && next == Instant.Never && _awaited.Count == 0;
    }

    private Instant WaitingSince(Instant now)
    {
        int count = 0;
        foreach (AwaitedResponse response in _awaited)
        {
            if (now - response.AskedAt < MaxRequestAge && ++count == SomeRequests)
                return response.AskedAt;
        }
        return Instant.Never;
    }

    private int MillisecondsUntil(Instant next)
    {
        int wait = next == Instant.Never ? IdleMilliseconds
            : (int)Math.Clamp(Math.Ceiling((next - OutboundThread.Now).Milliseconds), MinWait, MaxWait);
        if (_awaited.Count == 0)
            return wait;
        double age = (OutboundThread.Now - _askedAt).Milliseconds;
        return Math.Min(wait, (int)Math.Clamp(age / PollsPerAge, MinPoll, MaxPoll));
    }

    private void TakeQueued(DownloadPacer<PacedContext> pacer, Instant now)
    {
        lock (_gate)
        {
            while (_asked.TryDequeue(out AwaitedResponse? response))
            {
                _awaited.Add(response);
                _askedAt = now;
            }
            while (_begun.TryPeek(out PacedContext? context))
            {
                pacer.Add(context, now);
                _begun.Dequeue();
            }
        }
    }

    private bool HasEnded(bool isIdle)
    {
        lock (_gate)
        {
            _isRunning = !isIdle || _begun.Count > 0 || _asked.Count > 0;
            return !_isRunning;
        }
    }

    private void Fail(Exception exception, DownloadPacer<PacedContext>? pacer)
    {
        PacedContext[] begun;
        lock (_gate)
        {
            (_hasFailed, _isRunning) = (true, false);
            begun = [.. _begun];
            _begun.Clear();
            _asked.Clear();
        }
        _awaited.Clear();
        Volatile.Write(ref _waitingSince, Instant.Never.Nanoseconds);
        onFailure(exception);
        pacer?.GiveUp();
        foreach (PacedContext context in begun)
            context.GiveUp();
    }
}
