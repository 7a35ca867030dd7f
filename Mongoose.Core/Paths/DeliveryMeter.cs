using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>
/// Measures the delivery rate of a path from acknowledged bytes in slots of 50 ms: the mean over the latest averaging window, and the
/// largest such mean of the last two seconds.
/// </summary>
/// <param name="window">Length of the averaging window; limited to one second.</param>
public sealed class DeliveryMeter(Duration window)
{
    private const int SlotsPerSecond = 20;
    private const int Remembered = 2 * SlotsPerSecond;
    private const long SlotNanoseconds = 1_000_000_000 / SlotsPerSecond;

    /// <summary>
    /// Sizes of the rings. They are powers of two so that masking yields the index, even for negative slots before the clock's origin.
    /// </summary>
    private const int ByteSlots = 32, MeanSlots = 64;

    private readonly long[] _bytes = new long[ByteSlots];
    private readonly double[] _means = new double[MeanSlots];
    private long _slot, _sum;
    private readonly int _window = (int)Math.Clamp((window.Nanoseconds + SlotNanoseconds - 1) / SlotNanoseconds, 1, SlotsPerSecond);

    /// <summary>Mean over the latest averaging window, in bytes per second.</summary>
    public double Latest { get; private set; }

    /// <summary>The largest mean of the last two seconds, in bytes per second.</summary>
    public double Max { get; private set; }

    /// <summary>Counts acknowledged bytes.</summary>
    public void Add(long bytes, Instant now)
    {
        Advance(now);
        Bytes(_slot) += bytes;
        _sum += bytes;
        Measure();
    }

    private void Advance(Instant now)
    {
        long slot = now.Nanoseconds / SlotNanoseconds;
        if (slot == _slot)
            return;
        // After this many empty slots the history is empty.
        if (slot < _slot || slot - _slot > Remembered + SlotsPerSecond)
            Restart(slot);
        for (long i = _slot + 1; i <= slot; i++)
        {
            _slot = i;
            _sum -= Bytes(i - _window);
            Bytes(i) = 0;
            Mean(i) = 0;
            if (Mean(i - Remembered) >= Max)
                FindMax();
            Measure();
        }
    }

    private void Restart(long slot)
    {
        Array.Clear(_bytes);
        Array.Clear(_means);
        (_slot, _sum, Max) = (slot, 0, 0);
    }

    /// <summary>Within a slot the mean only grows, so the largest is searched for only when a slot expires.</summary>
    private void Measure()
    {
        Latest = (double)_sum * SlotsPerSecond / _window;
        ref double mean = ref Mean(_slot);
        mean = Math.Max(mean, Latest);
        Max = Math.Max(Max, mean);
    }

    private void FindMax()
    {
        Max = 0;
        for (int i = 0; i < Remembered; i++)
            Max = Math.Max(Max, Mean(_slot - i));
    }

    private ref long Bytes(long slot) => ref _bytes[(int)slot & (ByteSlots - 1)];

    private ref double Mean(long slot) => ref _means[(int)slot & (MeanSlots - 1)];
}
