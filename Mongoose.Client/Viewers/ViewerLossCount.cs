using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>
/// Counts lost packets as viewers based on Second Life's do (LLCircuitData::checkPacketInID and updateWatchDogTimers). A missing number
/// becomes a suspect when a later one arrives, and is lost if nothing has filled the gap when the ping timer finds it too old: a resend in
/// time hides the loss. Gaps of 16 or more numbers are never counted.
/// </summary>
public sealed class ViewerLossCount
{
    private const uint Numbers = 1 << 24;
    private const uint MaxGap = 16;
    private const double PingsToWait = 16, PingSmoothing = 0.2;

    private static readonly Duration TickInterval = Duration.FromSeconds(5), MaxWait = Duration.FromSeconds(5);
    private static readonly Duration MinPing = Duration.FromMilliseconds(100), MaxPing = Duration.FromSeconds(2);

    private readonly Dictionary<uint, Instant> _suspects = [];
    private Instant _nextTick;
    private uint? _expected;
    private Duration _ping = Duration.FromSeconds(1);
    private Duration? _lastPing;

    /// <summary>Packets that the viewer counted as lost.</summary>
    public long Lost { get; private set; }

    /// <summary>A packet has arrived for the first time.</summary>
    /// <param name="sequence">The number in its header.</param>
    /// <param name="isResent">Whether its header marks it as resent.</param>
    /// <param name="now">When it was processed; no earlier than in previous calls.</param>
    public void OnPacket(uint sequence, bool isResent, Instant now)
    {
        uint number = sequence % Numbers;
        if (_expected is not { } expected)
        {
            _expected = (number + 1) % Numbers;
            _nextTick = now + TickInterval;
            return;
        }
        TickUntil(now);
        if (_suspects.Remove(number) || isResent && number != expected)
            return;
        uint gap = (number + Numbers - expected) % Numbers;
        if (gap >= Numbers / 2)
            return;
        for (uint i = 0; i < gap && gap < MaxGap; i++)
            _suspects.TryAdd((expected + i) % Numbers, now);
        _expected = (number + 1) % Numbers;
    }

    /// <summary>A ping's reply has arrived. As in viewers, the average rises at once and falls slowly.</summary>
    public void OnPing(Duration roundTrip) => _lastPing = roundTrip;

    /// <summary>Runs the ticks of the ping timer that are due.</summary>
    public void TickUntil(Instant now)
    {
        for (; _expected is not null && _nextTick <= now; _nextTick += TickInterval)
            Tick(_nextTick);
    }

    private void Tick(Instant now)
    {
        if (_lastPing is { } last)
            _ping = Duration.Clamp(Duration.Max(last, _ping * (1 - PingSmoothing) + last * PingSmoothing), MinPing, MaxPing);
        Duration wait = Duration.Min(_ping * PingsToWait, MaxWait);
        foreach ((uint number, _) in _suspects.Where(suspect => now - suspect.Value > wait).ToArray())
        {
            _suspects.Remove(number);
            Lost++;
        }
    }
}
