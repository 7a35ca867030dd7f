using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// An avatar that walks with a new heading every few milliseconds, in a region that does not stamp its packets: each heading says when it
/// was sent. All calls are on the scheduler's thread.
/// </summary>
/// <param name="scheduler">The scheduler of the viewer.</param>
/// <param name="walker">The viewer that sends the headings; it must not walk on its own.</param>
/// <param name="id">The avatar's id.</param>
/// <param name="interval">
/// Time from one heading to the next. All 256 headings take 256 times as long, which is the maximum age that can be measured.
/// </param>
internal sealed class TurningWalker(IScheduler scheduler, Viewer walker, Guid id, Duration interval)
{
    /// <summary>Number of headings.</summary>
    public const int Headings = 256;

    private const int Stride = 5; // Odd, so that all headings occur; large enough that the region sends an update for each turn.
    private const double Step = 2 * Math.PI / Headings;

    private readonly Instant?[] _sentAt = new Instant?[Headings];
    private int _heading;
    private bool _running;

    /// <summary>The avatar's id.</summary>
    public Guid Id => id;

    /// <summary>Number of headings sent. A region sends only the latest heading at each frame, so most headings are never seen.</summary>
    public int Sent { get; private set; }

    /// <summary>When a heading was last sent; null if it never was.</summary>
    public Instant? SentAt(int heading) => _sentAt[heading];

    /// <summary>The number of the heading that is nearest to a rotation.</summary>
    public static int HeadingOf(System.Numerics.Quaternion rotation)
    {
        double angle = 2 * Math.Atan2(rotation.Z, rotation.W);
        return ((int)Math.Round(angle / Step) % Headings + Headings) % Headings;
    }

    public void Start()
    {
        _running = true;
        Turn();
    }

    public void Stop() => _running = false;

    private void Turn()
    {
        if (!_running || walker.State != ViewerState.Connected)
            return;
        _heading = (_heading + Stride) % Headings;
        _sentAt[_heading] = scheduler.Now;
        Sent++;
        walker.SendAgentUpdate((float)(_heading * Step), AgentControls.Forward);
        scheduler.At(scheduler.Now + interval, Turn);
    }
}
