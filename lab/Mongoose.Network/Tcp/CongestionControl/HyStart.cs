using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// HyStart++ (RFC 9406): ends slow start when round trips grow, after some rounds of conservative slow start for confirmation.
/// </summary>
internal sealed class HyStart
{
    private const int RttSamples = 8; // N_RTT_SAMPLE
    private const int ConservativeGrowthDivisor = 4; // CSS_GROWTH_DIVISOR
    private const int ConservativeRounds = 5; // CSS_ROUNDS
    private const int MinRttDivisor = 8; // MIN_RTT_DIVISOR
    private static readonly Duration MinThreshold = Duration.FromMilliseconds(4); // MIN_RTT_THRESH
    private static readonly Duration MaxThreshold = Duration.FromMilliseconds(16); // MAX_RTT_THRESH

    private Rounds _rounds;
    private Duration _lastRoundMinRtt = Duration.MaxValue;
    private Duration _roundMinRtt = Duration.MaxValue;
    private Duration _baselineMinRtt = Duration.MaxValue;
    private int _samples;
    private int _conservativeRounds;

    /// <summary>Whether conservative slow start is in progress.</summary>
    public bool IsConservative => _baselineMinRtt != Duration.MaxValue;

    /// <summary>Whether slow start is over, so that congestion avoidance is next.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Reduces slow start's increase in conservative slow start.</summary>
    public long Increase(long slowStartIncrease) => IsConservative ? slowStartIncrease / ConservativeGrowthDivisor : slowStartIncrease;

    /// <summary>Called for each acknowledgment that lets the window grow in slow start, before it grows.</summary>
    public void OnAck(in AckEvent ack)
    {
        if (_rounds.EndsWith(ack))
            BeginRound();
        if (ack.Rtt <= Duration.Zero)
            return;
        _roundMinRtt = Duration.Min(_roundMinRtt, ack.Rtt);
        if (++_samples < RttSamples)
            return;
        if (IsConservative)
        {
            if (_roundMinRtt < _baselineMinRtt)
                _baselineMinRtt = Duration.MaxValue; // The growth of the round trip was not caused by a queue.
        }
        else if (_lastRoundMinRtt != Duration.MaxValue && _roundMinRtt >= _lastRoundMinRtt + Threshold())
        {
            _baselineMinRtt = _roundMinRtt;
            _conservativeRounds = 0;
        }
    }

    private void BeginRound()
    {
        if (IsConservative && ++_conservativeRounds >= ConservativeRounds)
            IsOver = true;
        _lastRoundMinRtt = _roundMinRtt;
        _roundMinRtt = Duration.MaxValue;
        _samples = 0;
    }

    private Duration Threshold() => Duration.Clamp(_lastRoundMinRtt / MinRttDivisor, MinThreshold, MaxThreshold);
}
