using System.Collections.Concurrent;
using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Downloads;

/// <summary>
/// The downloads of one visitor from all regions of the process. A thread of their own writes them while there are any, so that a visitor whose line is dead
/// holds up nobody else.
/// </summary>
/// <param name="name">The thread's name.</param>
/// <param name="options">The operator's options.</param>
/// <param name="onFailure">Receives what went wrong; the responses are then finished unpaced.</param>
internal sealed class VisitorDownloads(string name, DownloadOptions options, Action<Exception> onFailure)
{
    /// <summary>How long the thread waits for further responses before it ends.</summary>
    private const int IdleMilliseconds = 10_000;

    private const int ShortestWait = 1, LongestWait = 50;

    private readonly ConcurrentQueue<PacedContext> _begun = new();
    private readonly AutoResetEvent _wake = new(false);
    private readonly object _gate = new();
    private readonly DownloadController _controller = new(options, OutboundThread.Now);
    private bool _isRunning;
    private volatile bool _hasFailed;

    /// <summary>The rule, whose figures any thread may read.</summary>
    public DownloadController Controller => _controller;

    /// <summary>A response is ready to be sent. Any thread may call it.</summary>
    public void Begin(PacedContext context)
    {
        if (_hasFailed)
        {
            context.FinishUnpaced();
            return;
        }
        _begun.Enqueue(context);
        _wake.Set();
        lock (_gate)
        {
            if (_isRunning)
                return;
            _isRunning = true;
        }
        new Thread(Run) { IsBackground = true, Name = name }.Start();
    }

    private void Run()
    {
        DownloadPacer<PacedContext> pacer = new(_controller, OutboundThread.Now);
        do
            Serve(pacer);
        while (!TryEnd());
    }

    private bool TryEnd()
    {
        lock (_gate)
        {
            _isRunning = !_begun.IsEmpty && !_hasFailed;
            return !_isRunning;
        }
    }

    private void Serve(DownloadPacer<PacedContext> pacer)
    {
        HashSet<PacedContext> active = [];
        try
        {
            while (true)
            {
                while (_begun.TryDequeue(out PacedContext? context))
                {
                    active.Add(context);
                    pacer.Add(context, OutboundThread.Now);
                }
                Instant next = pacer.Serve(OutboundThread.Now);
                if (next == Instant.Never)
                    active.Clear();
                int wait = next == Instant.Never ? IdleMilliseconds
                    : (int)Math.Clamp(Math.Ceiling((next - OutboundThread.Now).Milliseconds), ShortestWait, LongestWait);
                if (!_wake.WaitOne(wait) && next == Instant.Never)
                    return;
            }
        }
        catch (Exception exception)
        {
            _hasFailed = true;
            onFailure(exception);
            while (_begun.TryDequeue(out PacedContext? context))
                active.Add(context);
            foreach (PacedContext context in active)
                context.FinishUnpaced();
        }
    }
}
