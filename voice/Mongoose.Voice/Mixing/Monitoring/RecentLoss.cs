using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// The share of lost packets among the packets whose arrival or loss became known within a recent window. The window consists of slots of
/// 100 ms, including the present one.
/// <para>Not thread-safe; allocates nothing after construction.</para>
/// </summary>
internal sealed class RecentLoss
{
    /// <summary>With fewer packets the share is 0.</summary>
    public const int MinPackets = 5;

    public static readonly Duration SlotTime = Duration.FromMilliseconds(100);

    /// <summary>Slots in the ring, a power of two so that masking yields the index even before the clock's origin; 51.2 s.</summary>
    private const int Slots = 512;

    private readonly int[] _acked = new int[Slots], _lost = new int[Slots];

    /// <summary>The present slot, and the oldest one in the sums.</summary>
    private long _slot, _oldest;

    private long _ackedSum, _lostSum;
    private bool _isStarted;

    /// <summary>Counts packets that arrived.</summary>
    public void Acked(int packets, Instant now) => Count(_acked, ref _ackedSum, packets, now);

    /// <summary>Counts lost packets; a negative number subtracts them.</summary>
    public void Lost(int packets, Instant now) => Count(_lost, ref _lostSum, packets, now);

    /// <summary>The share of lost packets, 0 to 1.</summary>
    /// <param name="window">How far back packets count; 100 ms to 51.2 s.</param>
    public double Share(Duration window, Instant now)
    {
        Advance(now);
        MoveOldest(_slot + 1 - Math.Clamp(window.Nanoseconds / SlotTime.Nanoseconds, 1, Slots));
        long packets = _ackedSum + _lostSum;
        return packets < MinPackets ? 0 : Math.Max(0, (double)_lostSum / packets);
    }

    /// <summary>A time before the present slot counts as the present slot.</summary>
    private void Advance(Instant now)
    {
        long slot = Math.DivRem(now.Nanoseconds, SlotTime.Nanoseconds, out long rest) - (rest < 0 ? 1 : 0);
        if (!_isStarted || slot - _slot >= Slots)
            Restart(slot);
        while (_slot < slot)
        {
            if (_oldest == _slot + 1 - Slots)
                MoveOldest(_oldest + 1);
            _slot++;
            _acked[Index(_slot)] = _lost[Index(_slot)] = 0;
        }
    }

    private void Restart(long slot)
    {
        Array.Clear(_acked);
        Array.Clear(_lost);
        _isStarted = true;
        _slot = _oldest = slot;
        _ackedSum = _lostSum = 0;
    }

    private void MoveOldest(long oldest)
    {
        for (; _oldest < oldest; _oldest++)
            Count(_oldest, -1);
        while (_oldest > oldest)
            Count(--_oldest, 1);
    }

    private void Count(int[] slots, ref long sum, int packets, Instant now)
    {
        Advance(now);
        slots[Index(_slot)] += packets;
        sum += packets;
    }

    private void Count(long slot, int sign)
    {
        _ackedSum += sign * _acked[Index(slot)];
        _lostSum += sign * _lost[Index(slot)];
    }

    private static int Index(long slot) => (int)slot & (Slots - 1);
}
