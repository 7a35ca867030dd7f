using System.Diagnostics;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;

namespace Mongoose.Server.Outbound;

/// <summary>
/// The thread that sends a region's packets: a pass, then a sleep until the next one is due or something is new. No failure ends it.
/// </summary>
/// <param name="name">For OpenSim's list of threads.</param>
/// <param name="pass">One pass; when the next is due.</param>
/// <param name="onFailure">Takes what a pass throws.</param>
/// <param name="onEnd">The last thing that the thread does.</param>
internal sealed class OutboundThread(string name, Func<Instant, Instant> pass, Action<Exception> onFailure, Action onEnd)
{
    private static readonly Duration MaxSleep = Duration.FromMilliseconds(50);
    private static readonly long Origin = Stopwatch.GetTimestamp();

    private readonly AutoResetEvent _wake = new(false);
    private Thread? _thread;
    private volatile bool _running;

    /// <summary>The time of all regions' senders.</summary>
    public static Instant Now => new(Stopwatch.GetElapsedTime(Origin).Ticks * 100);

    /// <summary>Starts the thread; a second call while it runs does nothing.</summary>
    public void Start()
    {
        if (_running)
            return;
        _running = true;
        _thread = WorkManager.StartThread(Run, name, ThreadPriority.Normal, true, true, null, Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS);
    }

    /// <summary>Ends the thread and waits for it.</summary>
    /// <param name="timeout">The longest to wait.</param>
    /// <returns>Whether it has ended in time; if not, it ends after its present pass.</returns>
    public bool Stop(Duration timeout)
    {
        _running = false;
        _wake.Set();
        Thread? thread = Interlocked.Exchange(ref _thread, null);
        return thread is null || thread == Thread.CurrentThread || thread.Join(TimeSpan.FromSeconds(timeout.Seconds));
    }

    /// <summary>Something is new. May be called by any thread.</summary>
    public void Wake() => _wake.Set();

    private void Run()
    {
        try
        {
            Culture.SetCurrentCulture();
            while (_running)
                Sleep(Now, RunPass());
        }
        finally
        {
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

    /// <summary>Sleeps until the next pass is due, or something is new and a tick has passed.</summary>
    private void Sleep(Instant since, Instant next)
    {
        Instant earliest = since + PollPolicy.OpenSim.Tick;
        if (_wake.WaitOne(Milliseconds(Duration.Min(next - Now, MaxSleep))) && _running)
            Thread.Sleep(Milliseconds(earliest - Now));
    }

    private static int Milliseconds(Duration time) => (int)Math.Ceiling(Math.Max(0, time.Milliseconds));
}
