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

    private readonly long[] _bytes = new long[SlotsPerSecond];
    private readonly double[] _means = new double[Remembered];
    private long _slot;
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
        _stretch = (int)Math.Clamp((stretch.Nanoseconds + SlotNanoseconds - 1) / SlotNanoseconds, 1, SlotsPerSecond);
        Advance(now);
        _bytes[_slot % SlotsPerSecond] += bytes;
        Measure();
    }

    /// <summary>Lets time pass.</summary>
    public void Advance(Instant now)
    {
        long slot = now.Nanoseconds / SlotNanoseconds;
        if (slot == _slot)
            return;
        if (slot < _slot)
            Restart(slot);
        // After so many empty slots nothing is left of what was.
        for (long i = Math.Max(_slot + 1, slot - Remembered + 1); i <= slot; i++)
        {
            _slot = i;
            _bytes[i % SlotsPerSecond] = 0;
            _means[i % Remembered] = 0;
            Measure();
        }
    }

    private void Restart(long slot)
    {
        Array.Clear(_bytes);
        Array.Clear(_means);
        _slot = slot;
    }

    private void Measure()
    {
        long sum = 0;
        for (int i = 0; i < _stretch && i <= _slot; i++)
            sum += _bytes[(_slot - i) % SlotsPerSecond];
        Latest = (double)sum * SlotsPerSecond / _stretch;
        ref double mean = ref _means[_slot % Remembered];
        mean = Math.Max(mean, Latest);
        Largest = _means.Max();
    }
}
