using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Downloads;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// The figures of downloads, and of the circuit beside them. Requests may be reported on any thread; all else belongs to the thread of the
/// viewers' site.
/// </summary>
/// <param name="scheduler">The viewers' clock.</param>
/// <param name="origin">The run's start.</param>
/// <param name="alone">Time before the start in which the circuit's updates are measured.</param>
internal sealed class DownloadFigures(IScheduler scheduler, Instant origin, Duration alone, CircuitWatch circuit, FlowRecord record)
{
    private readonly object _lock = new();
    private readonly DelaySamples _firstBytes = new(), _agesAlone = new(), _ages = new();
    private Instant _start = Instant.Never;
    private Instant? _last;
    private bool _isOver;
    private long _requests, _answers, _failures, _lostBefore;

    /// <summary>To be called when the flow is created, so that the circuit's updates before the flow's start are measured too.</summary>
    /// <param name="start">The flow's start, as time since the run's start.</param>
    public void Watch(Duration start)
    {
        Instant from = origin + start - alone, to = origin + start;
        circuit.UpdateArrived += age =>
        {
            Instant now = scheduler.Now;
            if (now >= from && now < to)
                _agesAlone.Add(age);
            else if (record.IsMeasured(now - origin))
                _ages.Add(age);
        };
        scheduler.At(origin + record.From, () => _lostBefore = circuit.Missing());
    }

    public void Started() => _start = scheduler.Now;

    public void Received(long bytes)
    {
        if (!_isOver)
            record.Delivered(scheduler.Now - origin, (int)bytes);
    }

    public void Requested()
    {
        lock (_lock)
        {
            if (record.IsMeasured(scheduler.Now - origin))
                _requests++;
        }
    }

    public void Finished(FinishedRequest finished)
    {
        lock (_lock)
        {
            _last = finished.FinishedAt;
            if (!record.IsMeasured(finished.FinishedAt - origin))
                return;
            if (!finished.Succeeded)
            {
                _failures++;
                return;
            }
            _answers++;
            if (finished.FirstByteAt is { } first)
                _firstBytes.Add(first - finished.WrittenAt);
        }
    }

    /// <param name="totals">The counters of the viewer's HTTP.</param>
    /// <param name="allEnded">Whether all objects of the flow's list have ended; null if the flow has no list.</param>
    public void Finish(DownloadTotals totals, bool? allEnded)
    {
        _isOver = true;
        lock (_lock)
        {
            record.Extra.AddRange(
            [
                ("requests", _requests),
                ("answers", _answers),
                ("failures", _failures),
                ("retries", totals.Retries),
                ("repeats", totals.Repeats),
                ("requestTimeouts", totals.Timeouts),
                ("connections", totals.Connections),
                ("firstByteMs.p50", _firstBytes.Quantile(0.5)),
                ("firstByteMs.p95", _firstBytes.Quantile(0.95)),
            ]);
            if (allEnded is { } haveEnded)
                record.Extra.Add(("lastObjectSeconds", ((haveEnded ? _last ?? _start : origin + record.End) - _start).Seconds));
        }
        AddCircuit();
    }

    private void AddCircuit()
    {
        if (alone > Duration.Zero)
        {
            record.Extra.AddRange(
            [
                ("aloneAgeMs.p50", _agesAlone.Quantile(0.5)),
                ("aloneAgeMs.p95", _agesAlone.Quantile(0.95)),
            ]);
        }
        record.Extra.AddRange(
        [
            ("besideAgeMs.p50", _ages.Quantile(0.5)),
            ("besideAgeMs.p95", _ages.Quantile(0.95)),
            ("besideAgeMs.p99", _ages.Quantile(0.99)),
            ("circuitLost", circuit.Missing() - _lostBefore),
        ]);
    }
}
