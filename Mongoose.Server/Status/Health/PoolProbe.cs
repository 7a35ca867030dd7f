using Mongoose.Core.Units;

namespace Mongoose.Server.Status.Health;

/// <summary>
/// How long work waits for a thread of .NET's pool, seen by work of its own that only takes the time. These threads also receive packets
/// and requests. Not thread-safe.
/// </summary>
/// <param name="queue">Gives work to the pool.</param>
/// <param name="clock">Returns the time.</param>
internal sealed class PoolProbe(Action<WaitCallback> queue, Func<Instant> clock)
{
    private Work? _asked;

    /// <param name="clock">Returns the time.</param>
    public PoolProbe(Func<Instant> clock) : this(work => ThreadPool.QueueUserWorkItem(work), clock)
    {
    }

    /// <summary>How long the last work waited, or has waited so far. Asks for the next, once a thread has come.</summary>
    public Duration Take()
    {
        Duration wait = _asked?.Wait ?? Duration.Zero;
        if (_asked is not { HasCome: false })
        {
            Work next = new(clock);
            queue(next.Run);
            _asked = next;
        }
        return wait;
    }

    private sealed class Work(Func<Instant> clock)
    {
        private readonly Instant _asked = clock();
        private long _waited = -1;

        public bool HasCome => Volatile.Read(ref _waited) >= 0;

        public Duration Wait => Volatile.Read(ref _waited) is >= 0 and long waited ? Duration.FromNanoseconds(waited) : clock() - _asked;

        public void Run(object? state) => Volatile.Write(ref _waited, (clock() - _asked).Nanoseconds);
    }
}
