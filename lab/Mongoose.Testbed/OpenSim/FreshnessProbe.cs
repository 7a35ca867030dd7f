using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// Measures the age of a walking avatar's updates when they reach another viewer: one viewer sends a new heading every few milliseconds,
/// the other waits for that heading. Both viewers, and all calls, are on the scheduler's thread.
/// </summary>
internal sealed class FreshnessProbe
{
    private readonly TurningWalker _walker;
    private readonly WalkerAges _observed;

    /// <param name="scheduler">The scheduler of both viewers.</param>
    /// <param name="walker">The viewer that sends the headings; it must not walk on its own.</param>
    /// <param name="walkerId">Its avatar's id.</param>
    /// <param name="observer">The viewer that receives the walker's updates.</param>
    /// <param name="interval">Time from one heading to the next; null: 25 ms.</param>
    public FreshnessProbe(IScheduler scheduler, Viewer walker, Guid walkerId, Viewer observer, Duration? interval = null)
    {
        _walker = new TurningWalker(scheduler, walker, walkerId, interval ?? Duration.FromMilliseconds(25));
        _observed = new WalkerAges(scheduler, _walker, observer) { Measured = Add };
    }

    /// <summary>Ages from the sending of a heading to its first arrival.</summary>
    public DelaySamples Ages { get; } = new();

    /// <summary>Called with each age as it is measured.</summary>
    public Action<Duration>? Measured { get; set; }

    /// <inheritdoc cref="TurningWalker.Sent"/>
    public int Sent => _walker.Sent;

    public void Start()
    {
        _observed.Start();
        _walker.Start();
    }

    public void Stop()
    {
        _walker.Stop();
        _observed.Stop();
    }

    private void Add(Duration age)
    {
        Ages.Add(age);
        Measured?.Invoke(age);
    }
}
