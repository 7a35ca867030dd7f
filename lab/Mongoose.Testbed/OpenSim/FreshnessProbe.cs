using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// Measures the age of a walking avatar's updates when they reach another viewer, in a region that does not stamp its packets: one viewer
/// sends a new heading every few milliseconds, the other waits for that heading. Both viewers, and all calls, are on the scheduler's
/// thread.
/// </summary>
/// <param name="scheduler">The scheduler of both viewers.</param>
/// <param name="walker">The viewer that sends the headings; it must not walk on its own.</param>
/// <param name="observer">The viewer that receives the walker's updates.</param>
/// <param name="interval">
/// Time from one heading to the next; null: 25 ms. All 256 headings take 256 times as long, which is the maximum age that can be measured.
/// </param>
internal sealed class FreshnessProbe(IScheduler scheduler, Viewer walker, Guid walkerId, Viewer observer, Duration? interval = null)
{
    private const int Headings = 256;
    private const int Stride = 5; // Odd, so that all headings occur; large enough that the region sends an update for each turn.
    private const double Step = 2 * Math.PI / Headings;

    private readonly Duration _interval = interval ?? Duration.FromMilliseconds(25);
    private readonly Instant?[] _sentAt = new Instant?[Headings];
    private int _heading;
    private bool _running;

    /// <summary>Ages from the sending of a heading to its first arrival.</summary>
    public DelaySamples Ages { get; } = new();

    /// <summary>Called with each age as it is measured.</summary>
    public Action<Duration>? Measured { get; set; }

    /// <summary>Number of headings sent. A region sends only the latest heading at each frame, so most headings are never seen.</summary>
    public int Sent { get; private set; }

    public void Start()
    {
        _running = true;
        observer.ObjectMoved = OnObjectMoved;
        Turn();
    }

    public void Stop()
    {
        _running = false;
        observer.ObjectMoved = null;
    }

    private void Turn()
    {
        if (!_running || walker.State != ViewerState.Connected)
            return;
        _heading = (_heading + Stride) % Headings;
        _sentAt[_heading] = scheduler.Now;
        Sent++;
        walker.SendAgentUpdate((float)(_heading * Step), AgentControls.Forward);
        scheduler.At(scheduler.Now + _interval, Turn);
    }

    private void OnObjectMoved(TerseMotion update)
    {
        if (!observer.Objects.TryGetAvatar(walkerId, out uint localId) || update.LocalId != localId)
            return;
        int heading = HeadingOf(update.Motion.Rotation);
        if (_sentAt[heading] is not { } sentAt)
            return;
        // Only the first arrival counts: the same heading is repeated when only the position has changed.
        _sentAt[heading] = null;
        Duration age = scheduler.Now - sentAt;
        Ages.Add(age);
        Measured?.Invoke(age);
    }

    private static int HeadingOf(System.Numerics.Quaternion rotation)
    {
        double angle = 2 * Math.Atan2(rotation.Z, rotation.W);
        return ((int)Math.Round(angle / Step) % Headings + Headings) % Headings;
    }
}
