using System.Diagnostics;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;

namespace Mongoose.Server.Outbound;

/// <summary>
/// The thread that sends a region's packets. It runs a pass, then sleeps until the next pass is due or until it is woken. No exception ends
/// it.
/// </summary>
/// <param name="name">The name in OpenSim's list of threads.</param>
/// <param name="pass">Runs one pass and returns when the next one is due.</param>
/// <param name="counters">Counts the passes.</param>
/// <param name="onFailure">Receives the exceptions that passes throw.</param>
/// <param name="onEnd">Called when the thread ends.</param>
internal sealed class OutboundThread(string name, Func<Instant, Instant> pass, LoopCounters counters,
    Action<Exception> onFailure, Action onEnd)
{
    private static readonly Duration MaxSleep = Duration.FromMilliseconds(50);
    private static readonly long Origin = Stopwatch.GetTimestamp();

    private readonly AutoResetEvent _wake = new(false);
    private Thread? _thread;
    private volatile bool _running;

    /// <summary>The current time of the clock that the senders of all regions share.</summary>
    public static Instant Now => new(Stopwatch.GetElapsedTime(Origin).Ticks * 100);

    /// <summary>Starts the thread; a second call while it runs does nothing.</summary>
    public void Start()
    {
        if (_running)
            return;
        _running = true;
        _thread = WorkManager.StartThread(Run, name, ThreadPriority.Normal, true, true, null, Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS);
    }

    /// <summary>Stops the thread and waits for it to end.</summary>
    /// <param name="timeout">The maximum time to wait.</param>
    /// <returns>Whether the thread ended in time; if not, it ends after its current pass.</returns>
    public bool Stop(Duration timeout)
    {
        _running = false;
        _wake.Set();
        Thread? thread = Interlocked.Exchange(ref _thread, null);
        return thread is null || thread == Thread.CurrentThread || thread.Join(TimeSpan.FromSeconds(timeout.Seconds));
    }

    /// <summary>Wakes the thread for its next pass. Thread-safe.</summary>
    public void Wake() => _wake.Set();

    private void Run()
    {
        try
        {
            Culture.SetCurrentCulture();
            Instant due = Now;
            while (_running)
            {
                Instant began = Now;
                counters.Begin(due, began);
                Instant next = RunPass();
                counters.End(Now - began);
                due = Sleep(began, next);
            }
        }
        finally
        {
            counters.Expect(Instant.Never);
            onEnd();
            Watchdog.RemoveThread();
        }
    }

    private Instant RunPass()
    {
        try
        {
            return pass(Now);
        }
        catch (Exception exception)
        {
            onFailure(exception);
            return Now + MaxSleep;
        }
    }

    /// <summary>Sleeps until the next pass is due, or until the thread has been woken and a tick has passed since the last pass.</summary>
    /// <returns>When the next pass is due.</returns>
    private Instant Sleep(Instant since, Instant next)
    {
        Instant earliest = since + PollPolicy.OpenSim.Tick, now = Now;
        Instant latest = Instant.Min(next, now + MaxSleep);
        counters.Expect(latest);
        if (!_wake.WaitOne(Milliseconds(latest - now)) || !_running)
            return latest;
        Instant woken = Now, due = Instant.Max(earliest, Instant.Min(latest, woken));
        counters.Expect(due);
        Thread.Sleep(Milliseconds(earliest - woken));
        return due;
    }

    private static int Milliseconds(Duration time) => (int)Math.Ceiling(Math.Max(0, time.Milliseconds));
}
