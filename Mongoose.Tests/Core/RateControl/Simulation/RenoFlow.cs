using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// A saturating TCP Reno with SACK and an ACK per packet, after RFC 5681, 6675 and 6298: slow start, congestion avoidance, one halving per
/// recovery, retransmission by scoreboard (including lost retransmissions), and timeouts of SRTT + max(4 RTTVAR, 200 ms) as in Linux. It
/// shares no code with the code under test.
/// </summary>
internal sealed class RenoFlow
{
    private static readonly Duration MinVariation = Duration.FromMilliseconds(200);

    private readonly SimulatedPath _path;
    private readonly int _segmentBytes;
    private readonly SortedDictionary<long, Sent> _outstanding = [];
    private double _cwnd = 4, _ssthresh = double.MaxValue;
    private long _next, _highestAcked = -1, _recoverUntil = -1;
    private int _pipe;
    private double _smoothed, _variation;
    private int _backoff;
    private Instant _timeoutAt = Instant.Never;
    private bool _timerSet;
    private long _transmissions;

    public RenoFlow(SimulatedPath path, int segmentBytes)
    {
        _path = path;
        _segmentBytes = segmentBytes;
        path.Scheduler.At(path.Scheduler.Now, Fill);
    }

    /// <summary>Bytes that have reached the client. Every transmission counts, as in a throttled flow.</summary>
    public long BytesArrived { get; private set; }

    private Duration Timeout => FirstTimeout * (1 << Math.Min(_backoff, 6));

    private Duration FirstTimeout => _smoothed == 0
        ? Duration.FromSeconds(1)
        : Duration.FromSeconds(_smoothed) + Duration.Max(MinVariation, Duration.FromSeconds(4 * _variation));

    private void Fill()
    {
        while (_pipe < (int)_cwnd)
        {
            long number = NextToSend(out Sent? again);
            Transmit(number, again);
        }
    }

    /// <summary>The lowest segment known to be lost; otherwise a new segment.</summary>
    private long NextToSend(out Sent? again)
    {
        foreach ((long number, Sent sent) in _outstanding)
        {
            if (sent.InFlight)
                continue;
            again = sent;
            return number;
        }
        again = null;
        return _next++;
    }

    private void Transmit(long number, Sent? again)
    {
        Sent sent = again ?? new Sent();
        _outstanding[number] = sent;
        sent.Order = _transmissions++;
        sent.InFlight = true;
        sent.IsAgain = again is not null;
        sent.At = _path.Scheduler.Now;
        _pipe++;
        if (_timeoutAt == Instant.Never)
            RestartTimer();
        long order = sent.Order;
        _path.ToClient(_segmentBytes, () =>
        {
            BytesArrived += _segmentBytes;
            _path.ToServer(() => Acknowledged(number, order));
        });
    }

    private void Acknowledged(long number, long order)
    {
        if (!_outstanding.Remove(number, out Sent? sent))
            return;
        if (sent.InFlight)
            _pipe--;
        if (!sent.IsAgain)
            Measure(_path.Scheduler.Now - sent.At);
        _backoff = 0;
        _highestAcked = Math.Max(_highestAcked, order);
        MarkLost();
        if (!Recovering)
            Grow();
        RestartTimer();
        Fill();
    }

    /// <summary>
    /// A transmission is lost when a transmission sent three later has been acknowledged. The order of sending serves as sequence number.
    /// </summary>
    private void MarkLost()
    {
        bool recovering = Recovering;
        foreach (Sent sent in _outstanding.Values)
        {
            if (!sent.InFlight || sent.Order > _highestAcked - 3)
                continue;
            sent.InFlight = false;
            _pipe--;
            if (recovering)
                continue;
            _ssthresh = Math.Max(_cwnd / 2, 2);
            _cwnd = _ssthresh;
            _recoverUntil = _next - 1;
            recovering = true;
        }
    }

    private bool Recovering
    {
        get
        {
            foreach (long number in _outstanding.Keys)
                return number <= _recoverUntil;
            return false;
        }
    }

    private void Grow() => _cwnd += _cwnd < _ssthresh ? 1 : 1 / _cwnd;

    private void Measure(Duration sample)
    {
        double seconds = sample.Seconds;
        _variation = _smoothed == 0 ? seconds / 2 : 0.75 * _variation + 0.25 * Math.Abs(_smoothed - seconds);
        _smoothed = _smoothed == 0 ? seconds : 0.875 * _smoothed + 0.125 * seconds;
    }

    private void RestartTimer()
    {
        _timeoutAt = _outstanding.Count == 0 ? Instant.Never : _path.Scheduler.Now + Timeout;
        if (_timerSet || _timeoutAt == Instant.Never)
            return;
        _timerSet = true;
        _path.Scheduler.At(_timeoutAt, OnTimer);
    }

    private void OnTimer()
    {
        _timerSet = false;
        if (_timeoutAt == Instant.Never)
            return;
        if (_path.Scheduler.Now < _timeoutAt)
        {
            _timerSet = true;
            _path.Scheduler.At(_timeoutAt, OnTimer);
            return;
        }
        _ssthresh = Math.Max(_pipe / 2.0, 2);
        _cwnd = 1;
        _pipe = 0;
        _backoff++;
        _recoverUntil = _next - 1;
        foreach (Sent sent in _outstanding.Values)
            sent.InFlight = false;
        RestartTimer();
        Fill();
    }

    private sealed class Sent
    {
        public long Order;
        public bool InFlight, IsAgain;
        public Instant At;
    }
}
