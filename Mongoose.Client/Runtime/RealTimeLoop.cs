using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Mongoose.Core.Units;

namespace Mongoose.Client.Runtime;

/// <summary>
/// The host's clock and UDP stack on one thread: runs what is due, then sleeps until the next alarm or datagram.
/// </summary>
public sealed class RealTimeLoop : IScheduler, INetwork, IDisposable
{
    /// <summary>How long a call from another thread may wait for the loop to look up.</summary>
    private static readonly Duration LongestSleep = Duration.FromMilliseconds(20);

    /// <summary>Alarms run between two looks at the sockets, so that neither starves the other.</summary>
    private const int AlarmsPerTurn = 64;

    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;
    private static readonly long Origin = Stopwatch.GetTimestamp();

    private readonly TimerQueue _timers = new();
    private readonly UdpPortSet _ports = new();
    private readonly ConcurrentQueue<Action> _posted = new();
    private readonly Thread _thread;
    private volatile bool _stopping;
    private ExceptionDispatchInfo? _failure;

    /// <summary>Starts the thread.</summary>
    public RealTimeLoop(string name)
    {
        _thread = new Thread(Run) { Name = name, IsBackground = true };
        _thread.Start();
    }

    /// <summary>Time since the process began to measure; the same for all loops of a process.</summary>
    public Instant Now => Clock;

    /// <inheritdoc cref="Now"/>
    public static Instant Clock => new((long)((Stopwatch.GetTimestamp() - Origin) * NanosecondsPerTick));

    public void At(Instant time, Action action) => _timers.Add(time, action);

    public void AfterWork(Duration work, Action then) => _timers.Add(Now, then);

    public IDatagramPort Open(UdpAddress address) => _ports.Open(address);

    /// <summary>Runs <paramref name="function"/> on the loop's thread and waits for its result. Not to be called on that thread.</summary>
    /// <exception cref="InvalidOperationException">The loop has stopped.</exception>
    public T Invoke<T>(Func<T> function)
    {
        TaskCompletionSource<T> result = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _posted.Enqueue(() =>
        {
            try
            {
                result.SetResult(function());
            }
            catch (Exception exception)
            {
                result.SetException(exception);
            }
        });
        while (Task.WaitAny([result.Task], TimeSpan.FromMilliseconds(100)) < 0)
        {
            if (_thread.IsAlive || result.Task.IsCompleted)
                continue;
            _failure?.Throw();
            throw new InvalidOperationException($"the loop {_thread.Name} has stopped");
        }
        return result.Task.GetAwaiter().GetResult();
    }

    /// <inheritdoc cref="Invoke{T}"/>
    public void Invoke(Action action) => Invoke(() =>
    {
        action();
        return true;
    });

    /// <summary>Stops the thread and closes all ports.</summary>
    public void Dispose()
    {
        _stopping = true;
        if (Thread.CurrentThread != _thread)
            _thread.Join();
        _ports.Dispose();
    }

    private void Run()
    {
        try
        {
            while (!_stopping)
                Turn();
        }
        catch (Exception exception)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
        }
    }

    private void Turn()
    {
        while (_posted.TryDequeue(out Action? posted))
            posted();
        for (int i = 0; i < AlarmsPerTurn && _timers.TryTake(Now, out Action? action, out _); i++)
            action();

        _ports.Wait(Duration.Clamp(_timers.NextAt - Now, Duration.Zero, LongestSleep));
    }
}
