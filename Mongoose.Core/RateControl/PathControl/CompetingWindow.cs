using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>The window of circuits that compete with a TCP: it grows like CUBIC's (RFC 9438), and losses cut it.</summary>
public struct CompetingWindow
{
    /// <summary>
    /// A loss cuts the window to CutFactor times the smaller of the window and CutDelivered times the bytes delivered per round trip.
    /// </summary>
    private const double CutFactor = CubicGrowth.Beta, CutDelivered = 1.5;

    /// <summary>
    /// The window is at most this multiple of the bytes delivered per round trip: a TCP whose window is in use can double the window.
    /// </summary>
    private const double MaxDelivered = 2;

    /// <summary>
    /// Acks arrive in clumps. Per round trip the window grows by at most this multiple of the growth that evenly spaced acks would cause.
    /// </summary>
    private const double Clump = 1.5;

    private const double Min = 2 * PathController.SegmentBytes;

    private static readonly Duration MinStep = Duration.FromMilliseconds(20);

    private CubicGrowth _cubic, _cubicBefore;
    private double _before;
    private Instant _cutAt;

    /// <summary>The window in bytes; zero while the circuits do not compete.</summary>
    public double Bytes { get; private set; }

    public readonly bool IsOpen => Bytes > 0;

    /// <summary>Begins with a window.</summary>
    public void Open(double bytes) => (Bytes, _cubic, _cutAt, _before) = (Math.Max(2 * Min, bytes), default, Instant.LongAgo, 0);

    public void Close() => (Bytes, _before) = (0, 0);

    /// <summary>The time of the last cut lies in the future.</summary>
    public void ClockSteppedBack()
    {
        _cutAt = Instant.LongAgo;
        _cubic.LeaveEpoch();
    }

    /// <summary>Halves the window because no acks arrive.</summary>
    public void Halve()
    {
        Bytes = IsOpen ? Math.Max(Min, Bytes / 2) : 0;
        _cubic.OnTimeout();
    }

    /// <summary>Cuts the window after a loss. Returns false within a round trip of the last cut.</summary>
    public bool TryCut(double delivered, Duration roundTrip, Instant now)
    {
        if (now <= _cutAt + roundTrip)
            return false;
        (_cubicBefore, _before, _cutAt) = (_cubic, Bytes, now);
        _cubic.OnReduction(Bytes / PathController.SegmentBytes, fastConvergence: true);
        Bytes = Math.Max(Min, CutFactor * Math.Min(Bytes, CutDelivered * delivered * roundTrip.Seconds));
        return true;
    }

    /// <summary>The losses of the last cut were spurious.</summary>
    public void UndoCut()
    {
        if (_before > Bytes)
            (Bytes, _cubic) = (_before, _cubicBefore);
    }

    /// <summary>The window was not in use.</summary>
    public void Pause(Duration time) => _cubic.Pause(time);

    /// <summary>Grows the window after acks of <paramref name="bytes"/>.</summary>
    public void Grow(long bytes, Duration interval, double delivered, double allowed, in LineQueueMeter queue, Instant now)
    {
        double roundTrip = queue.Recent.Seconds;
        if (now > _cutAt + queue.Recent)
        {
            double acked = Math.Min(bytes, Clump * Bytes * Duration.Max(interval, MinStep).Seconds / roundTrip);
            Bytes = PathController.SegmentBytes
                * _cubic.Grow(Bytes / PathController.SegmentBytes, acked / PathController.SegmentBytes, now, queue.Base);
        }
        double limit = Math.Min(Math.Max(MaxDelivered * delivered * roundTrip, PathController.InitialWindowBytes),
            Math.Max(allowed * roundTrip, 2 * Min));
        if (Bytes <= limit)
            return;
        Bytes = limit;
        _cubic.LeaveEpoch();
    }
}
