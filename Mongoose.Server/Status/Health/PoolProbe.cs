using Mongoose.Core.Units;
using OpenSim.Framework;

namespace Mongoose.Server.Status.Health;

/// <summary>
/// How long work waits for a thread of a pool, seen by work of its own that only takes the time. Not thread-safe.
/// </summary>
/// <param name="queue">Gives work to the pool.</param>
/// <param name="clock">Returns the time.</param>
internal sealed class PoolProbe(Action<WaitCallback> queue, Func<Instant> clock)
{
    private Work? _asked;

    /// <summary>The pool of .NET, which also receives packets and requests.</summary>
    public static PoolProbe OfRuntime(Func<Instant> clock) => new(work => ThreadPool.QueueUserWorkItem(work), clock);

    /// <summary>OpenSim's own pool.</summary>
    public static PoolProbe OfOpenSim(Func<Instant> clock) => new(work => Util.FireAndForget(work, null), clock);

    /// <summary>How long the last work waited, or has waited so far. Asks for the next, once a thread has come.</summary>
    public Duration Take()
    {
        Duration wait = _asked?.Wait ?? Duration.Zero;
        if (_asked is not { HasCome: false })
            queue((_asked = new Work(clock)).Run);
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
