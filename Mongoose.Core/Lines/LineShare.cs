using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// One circuit's share of its visitor's line. The circuit's thread reports to it; whichever thread evaluates the line publishes the result
/// in it. Any thread may read.
/// </summary>
public sealed class LineShare
{
    /// <summary>How long a circuit that was limited, or that delivered, counts as active.</summary>
    private static readonly Duration ActiveTime = Duration.FromMilliseconds(500);

    /// <summary>How long after an ack the viewer counts as still acknowledging the circuit's packets.</summary>
    private static readonly Duration AliveTime = Duration.FromSeconds(10);

    private readonly VisitorLine _line;
    private long _allowed, _rate, _delivered, _queueing;
    private long _limitedAt = Instant.LongAgo.Nanoseconds, _deliveredAt = Instant.LongAgo.Nanoseconds,
        _ackedAt = Instant.LongAgo.Nanoseconds;
    private double _window = PathController.InitialWindowBytes;
    private int _mode, _limitKind;
    private volatile bool _isRoot, _hasInFlight;

    internal LineShare(VisitorLine line, bool isRoot) => (_line, _isRoot) = (line, isRoot);

    /// <summary>Whether the visitor's avatar is in the circuit's region.</summary>
    public bool IsRoot
    {
        get => _isRoot;
        set => _isRoot = value;
    }

    /// <summary>The rate at which the circuit may send: at most the allowed rate.</summary>
    public DataRate Rate => DataRate.FromBitsPerSecond(Volatile.Read(ref _rate));

    /// <summary>The bytes that the circuit may have in flight.</summary>
    public double Window => Volatile.Read(ref _window);

    public PathMode Mode => (PathMode)Volatile.Read(ref _mode);

    /// <summary>The reason why the line's rate has not grown.</summary>
    public PathLimitKind LimitKind => (PathLimitKind)Volatile.Read(ref _limitKind);

    /// <summary>Time that packets wait in queues on the line.</summary>
    public Duration Queueing => new(Volatile.Read(ref _queueing));

    internal DataRate Allowed => DataRate.FromBitsPerSecond(Volatile.Read(ref _allowed));

    internal Instant LimitedAt => new(Volatile.Read(ref _limitedAt));

    internal bool HasInFlight => _hasInFlight;

    /// <summary>Sets the allowed rate: the rate that the viewer requests, after OpenSim and caps.</summary>
    public void SetAllowed(DataRate allowed, Instant now)
    {
        Volatile.Write(ref _allowed, allowed.BitsPerSecond);
        _line.Update(now);
    }

    /// <summary>Reports that packets wait because of the share's rate or window.</summary>
    public void NoteLimited(Instant now) => Volatile.Write(ref _limitedAt, now.Nanoseconds);

    /// <summary>
    /// Reports a datagram that acknowledges packets for the first time. The next <see cref="Tick"/> publishes the result.
    /// </summary>
    public void Acked(in AckReport report)
    {
        _hasInFlight = true;
        _line.Report(this, report);
    }

    /// <summary>Advances the time.</summary>
    /// <param name="hasInFlight">Whether packets of the circuit wait for acks.</param>
    public void Tick(bool hasInFlight, Instant now)
    {
        _hasInFlight = hasInFlight;
        _line.Update(now);
    }

    internal bool IsLimited(Instant now) => now - LimitedAt <= ActiveTime;

    internal bool HasAckedLately(Instant now) => now.Nanoseconds - Volatile.Read(ref _ackedAt) <= AliveTime.Nanoseconds;

    /// <summary>The rate at which the circuit's packets arrived recently, in bytes per second.</summary>
    internal double DeliveredAt(Instant now) =>
        now.Nanoseconds - Volatile.Read(ref _deliveredAt) <= ActiveTime.Nanoseconds ? Volatile.Read(ref _delivered) : 0;

    internal void NoteAcked(double? delivered, Instant now)
    {
        Volatile.Write(ref _ackedAt, now.Nanoseconds);
        if (delivered is not { } rate)
            return;
        Volatile.Write(ref _delivered, (long)rate);
        Volatile.Write(ref _deliveredAt, now.Nanoseconds);
    }

    internal void Publish(PathController control, DataRate rate, PathLimitKind kind)
    {
        rate = DataRate.Min(rate, Allowed);
        Volatile.Write(ref _rate, rate.BitsPerSecond);
        Volatile.Write(ref _window, control.WindowAt(rate));
        Volatile.Write(ref _mode, (int)control.Mode);
        Volatile.Write(ref _limitKind, (int)kind);
        Volatile.Write(ref _queueing, control.Queueing.Nanoseconds);
    }
}
