using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Runtime.Time;

/// <summary>
/// The host's clock and UDP stack on one thread: runs actions that are due, then sleeps until the next alarm, or until a descriptor is
/// ready.
/// </summary>
public sealed class RealTimeLoop : IScheduler, INetwork, IDisposable
{
    /// <summary>The maximum time until a sleeping loop notices a call from another thread.</summary>
    private static readonly Duration MaxSleep = Duration.FromMilliseconds(20);

    /// <summary>Maximum number of alarms between two polls of the sockets, so that neither starves the other.</summary>
    private const int AlarmsPerTurn = 64;

    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;
    private static readonly long Origin = Stopwatch.GetTimestamp();

    private readonly TimerQueue _timers = new();
    private readonly DescriptorSet _descriptors = new();
    private readonly ConcurrentQueue<Action> _posted = new();
    private readonly Thread _thread;
    private volatile bool _stopping;
    private ExceptionDispatchInfo? _failure;

    /// <summary>Starts the thread.</summary>
    /// <param name="name">The thread's name.</param>
    /// <param name="enter">
    /// Runs first on the thread, for example to enter a network namespace; <see cref="Invoke{T}"/> throws its exception.
    /// </param>
    public RealTimeLoop(string name, Action? enter = null)
    {
        _thread = new Thread(() => Run(enter)) { Name = name, IsBackground = true };
        _thread.Start();
    }

    /// <summary>Time since the process started its clock; the same for all loops of a process.</summary>
    public Instant Now => Clock;

    /// <inheritdoc cref="Now"/>
    public static Instant Clock => new((long)((Stopwatch.GetTimestamp() - Origin) * NanosecondsPerTick));

    public void At(Instant time, Action action) => _timers.Add(time, action);

    public void AfterWork(Duration work, Action then) => _timers.Add(Now, then);

    public IDatagramPort Open(UdpAddress address) => _descriptors.Open(UdpPort.Bind(address));

    /// <summary>
    /// Opens a port in the network namespace of another loop, for use on this loop's thread. Must not be called on the thread of either
    /// loop.
    /// </summary>
    /// <exception cref="IOException">The address cannot be bound; the message names it.</exception>
    public IDatagramPort OpenIn(RealTimeLoop host, UdpAddress address)
    {
        Socket socket = host.Invoke(() => UdpPort.Bind(address));
        return Invoke(() => _descriptors.Open(socket));
    }

    /// <summary>Waits for a descriptor from now on. The caller must remove it before closing it.</summary>
    /// <exception cref="PlatformNotSupportedException">The platform is not Linux.</exception>
    public void Add(IDescriptor descriptor) => _descriptors.Add(descriptor);

    /// <summary>Stops waiting for a descriptor.</summary>
    public void Remove(IDescriptor descriptor) => _descriptors.Remove(descriptor);

    /// <summary>
    /// Runs <paramref name="function"/> on the loop's thread and waits for its result. Must not be called on that thread.
    /// </summary>
    /// <exception cref="InvalidOperationException">The loop has stopped; an exception that stopped it is thrown instead.</exception>
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
        _descriptors.Dispose();
    }

    private void Run(Action? enter)
    {
        try
        {
            TimerSlack.Minimise();
            enter?.Invoke();
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

        _descriptors.Wait(Duration.Clamp(_timers.NextAt - Now, Duration.Zero, MaxSleep));
    }
}
