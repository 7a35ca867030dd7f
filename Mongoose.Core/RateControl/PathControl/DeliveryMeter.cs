using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// What a path delivers, by acknowledged bytes in slots of 50 ms: the mean over the last stretch of time, and the largest such mean of the
/// last two seconds.
/// </summary>
public sealed class DeliveryMeter
{
    private const int SlotsPerSecond = 20;
    private const int Remembered = 2 * SlotsPerSecond;
    private const long SlotNanoseconds = 1_000_000_000 / SlotsPerSecond;

    /// <summary>Slots of the rings, powers of two: an index is a mask, also of the negative slots before the clock's origin.</summary>
    private const int ByteSlots = 32, MeanSlots = 64;

    private readonly long[] _bytes = new long[ByteSlots];
    private readonly double[] _means = new double[MeanSlots];
    private long _slot;
    private long _sum;
    private int _stretch = 1;

    /// <summary>Of the last stretch, in bytes per second.</summary>
    public double Latest { get; private set; }

    /// <summary>The largest of the last two seconds, in bytes per second.</summary>
    public double Largest { get; private set; }

    /// <summary>Counts acknowledged bytes.</summary>
    /// <param name="bytes">How many.</param>
    /// <param name="stretch">Length of the means; one second if it is longer.</param>
    /// <param name="now">The time.</param>
    public void Add(long bytes, Duration stretch, Instant now)
    {
        SetStretch((int)Math.Clamp((stretch.Nanoseconds + SlotNanoseconds - 1) / SlotNanoseconds, 1, SlotsPerSecond));
        Advance(now);
        Bytes(_slot) += bytes;
        _sum += bytes;
        Measure();
    }

    private void SetStretch(int slots)
    {
        if (slots == _stretch)
            return;
        (_stretch, _sum) = (slots, 0);
        for (int i = 0; i < slots; i++)
            _sum += Bytes(_slot - i);
    }

    private void Advance(Instant now)
    {
        long slot = now.Nanoseconds / SlotNanoseconds;
        if (slot == _slot)
            return;
        // After so many empty slots nothing is left of what was.
        if (slot < _slot || slot - _slot > Remembered + SlotsPerSecond)
            Restart(slot);
        for (long i = _slot + 1; i <= slot; i++)
        {
            _slot = i;
            _sum -= Bytes(i - _stretch);
            Bytes(i) = 0;
            Mean(i) = 0;
            if (Mean(i - Remembered) >= Largest)
                FindLargest();
            Measure();
        }
    }

    private void Restart(long slot)
    {
        Array.Clear(_bytes);
        Array.Clear(_means);
        (_slot, _sum, Largest) = (slot, 0, 0);
    }

    /// <summary>In a slot the mean only grows, so the largest is looked for when one leaves.</summary>
    private void Measure()
    {
        Latest = (double)_sum * SlotsPerSecond / _stretch;
        ref double mean = ref Mean(_slot);
        mean = Math.Max(mean, Latest);
        Largest = Math.Max(Largest, mean);
    }

    private void FindLargest()
    {
        Largest = 0;
        for (int i = 0; i < Remembered; i++)
            Largest = Math.Max(Largest, Mean(_slot - i));
    }

    private ref long Bytes(long slot) => ref _bytes[(int)slot & (ByteSlots - 1)];

    private ref double Mean(long slot) => ref _means[(int)slot & (MeanSlots - 1)];
}
