using System.Collections.Concurrent;
using System.Collections.Immutable;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// The line of one visitor. All circuits of the visitor, in all regions of the process, cross it: they share what acks have shown of the
/// line (the Congestion Manager's macroflow, RFC 3124), one rate and one minimum.
/// <para>
/// Each region has its own thread. The line belongs to whichever thread is evaluating a report; no thread waits for it. A thread that finds
/// the line taken leaves its report in a queue, and the next evaluation takes it along. Rates are published per circuit and read without
/// synchronisation.
/// </para>
/// </summary>
/// <param name="options">The operator's options.</param>
/// <param name="now">The time. Nothing is known of the line yet.</param>
public sealed class VisitorLine(PathControlOptions options, Instant now)
{
    private readonly PathController _control = new(options, now);
    private readonly ConcurrentQueue<(LineShare Share, AckReport Report)> _waiting = new();
    private LineShare[] _shares = [];
    private long _usedAt = now.Nanoseconds;
    private int _isTaken, _isMissed;

    /// <summary>When a circuit last used the line.</summary>
    internal Instant UsedAt => new(Volatile.Read(ref _usedAt));

    /// <summary>The visitor's downloads by TCP.</summary>
    public LineDownloads Downloads { get; } = new();

    /// <summary>Number of circuits that are open.</summary>
    public int Circuits => Volatile.Read(ref _shares).Length;

    /// <summary>Opens a circuit, which starts with the line's known rate and round trip. Any thread may call it.</summary>
    /// <param name="isRoot">Whether the visitor's avatar is in the circuit's region.</param>
    public LineShare Open(bool isRoot, Instant now)
    {
        LineShare share = new(this, isRoot);
        ImmutableInterlocked.Update(ref _shares, shares => [.. shares, share]);
        Update(now);
        return share;
    }

    /// <summary>Closes a circuit. The line keeps its rate and round trip. Any thread may call it.</summary>
    public void Close(LineShare share) =>
        ImmutableInterlocked.Update(ref _shares, shares => Array.FindAll(shares, other => other != share));

    /// <summary>The visitor is still here, or here again.</summary>
    internal void RecordUsed(Instant now) => Volatile.Write(ref _usedAt, now.Nanoseconds);

    /// <summary>
    /// Evaluates a report, unless another thread is evaluating the line: then that thread does. The circuit's next update advances the time
    /// and publishes the result.
    /// </summary>
    internal void Report(LineShare share, in AckReport report)
    {
        if (TryTake())
        {
            try
            {
                TakeWaiting();
                Take(share, report);
            }
            finally
            {
                Release();
            }
        }
        else
        {
            _waiting.Enqueue((share, report));
            Volatile.Write(ref _isMissed, 1);
        }
        UpdateMissed(report.At);
    }

    /// <summary>
    /// Advances the time and publishes the rates, unless another thread is evaluating the line: then that thread does.
    /// </summary>
    internal void Update(Instant now)
    {
        Volatile.Write(ref _isMissed, 1);
        UpdateMissed(now);
    }

    private void UpdateMissed(Instant now)
    {
        while (Volatile.Read(ref _isMissed) != 0 && TryTake())
        {
            try
            {
                Interlocked.Exchange(ref _isMissed, 0);
                TakeWaiting();
                Advance(now);
            }
            finally
            {
                Release();
            }
        }
    }

    private void TakeWaiting()
    {
        while (_waiting.TryDequeue(out (LineShare Share, AckReport Report) waiting))
            Take(waiting.Share, waiting.Report);
    }

    private bool TryTake() => Interlocked.Exchange(ref _isTaken, 1) == 0;

    // A plain write could become visible after the read of _isMissed that follows: then no thread would do the work that another one left.
    private void Release() => Interlocked.Exchange(ref _isTaken, 0);

    private void Take(LineShare share, in AckReport report)
    {
        LineShare[] shares = Volatile.Read(ref _shares);
        share.NoteAcked(report.Delivered, report.At);
        if (shares.Length > 1)
        {
            // The line's rate is that of all circuits together, and the gap after one circuit's packet may hold packets of the others.
            double? delivered = report.Delivered;
            foreach (LineShare other in shares)
            {
                if (other != share)
                    delivered += other.DeliveredAt(report.At);
            }
            _control.Acked(BesideDownloads(report with { Delivered = delivered, Gap = Duration.Zero }));
        }
        else
            _control.Acked(BesideDownloads(report));
    }

    /// <summary>
    /// The report corrected for the visitor's downloads: their rate counts as delivered by the line, and their part of the queue does not
    /// count.
    /// </summary>
    private AckReport BesideDownloads(in AckReport report)
    {
        double downloads = Downloads.DeliveredAt(report.At);
        if (downloads <= 0)
            return report;
        Duration queue = Downloads.QueueAt(CircuitRateAt(report.At), report.At);
        return report with
        {
            Delivered = report.Delivered + downloads,
            // Before the line's round trip is known, any part of a sample could belong to it.
            RoundTrip = report.RoundTrip is { } roundTrip && _control.Base > Duration.Zero
                ? Duration.Max(roundTrip - queue, Duration.Min(roundTrip, _control.Base))
                : report.RoundTrip,
        };
    }

    /// <summary>The rate at which the packets of all circuits arrived recently, in bytes per second. Any thread may call it.</summary>
    public double CircuitRateAt(Instant now)
    {
        double delivered = 0;
        foreach (LineShare share in Volatile.Read(ref _shares))
            delivered += share.DeliveredAt(now);
        return delivered;
    }

    /// <summary>Before the first request, a circuit is allowed nothing yet.</summary>
    private void SetAllowed(DataRate allowed)
    {
        if (allowed > DataRate.Zero)
            _control.SetAllowed(allowed);
    }

    private void Advance(Instant now)
    {
        RecordUsed(now);
        LineShare[] shares = Volatile.Read(ref _shares);
        if (shares.Length == 1)
        {
            LineShare share = shares[0];
            SetAllowed(share.Allowed);
            _control.NoteUse(share.LimitedAt);
            _control.Tick(share.HasInFlight, now);
            share.Publish(_control, _control.Rate, LimitKind(now));
            return;
        }
        if (shares.Length == 0)
            return;
        DataRate allowed = DataRate.Zero;
        foreach (LineShare share in shares)
        {
            allowed += share.Allowed;
            _control.NoteUse(Instant.Min(share.LimitedAt, now));
        }
        SetAllowed(allowed);
        _control.Tick(HasInFlight(shares, now), now);
        LineDivision.Divide(_control, shares, LimitKind(now), now);
    }

    private PathLimitKind LimitKind(Instant now) =>
        _control.LimitKind != PathLimitKind.Loss && Downloads.DeliveredAt(now) > CircuitRateAt(now)
            ? PathLimitKind.Downloads : _control.LimitKind;

    /// <summary>Whether packets wait for acks. A circuit without recent acks does not count while another one has some.</summary>
    private static bool HasInFlight(LineShare[] shares, Instant now)
    {
        bool any = false, alive = false, aliveAny = false;
        foreach (LineShare share in shares)
        {
            bool isAlive = share.HasAckedLately(now);
            any |= share.HasInFlight;
            alive |= isAlive;
            aliveAny |= isAlive && share.HasInFlight;
        }
        return alive ? aliveAny : any;
    }
}
