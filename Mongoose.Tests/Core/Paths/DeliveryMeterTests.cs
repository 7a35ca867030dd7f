using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Paths;

public sealed class DeliveryMeterTests
{
    private const long SlotNanoseconds = 50_000_000;
    private const int Remembered = 40;

    [Test]
    public void A_steady_stream_is_measured_at_its_rate()
    {
        DeliveryMeter meter = new(Duration.FromMilliseconds(300));
        for (int i = 0; i < 400; i++)
            meter.Add(1000, Instant.FromMilliseconds(10 * i));
        Assert.That((meter.Latest, meter.Max), Is.EqualTo((100_000.0, 100_000.0)));
    }

    [Test]
    public void The_largest_mean_lasts_two_seconds()
    {
        DeliveryMeter meter = new(Duration.FromMilliseconds(50));
        meter.Add(5000, Instant.FromMilliseconds(10));
        meter.Add(1, Instant.FromMilliseconds(1999));
        Assert.That((meter.Latest, meter.Max), Is.EqualTo((20.0, 100_000.0)));
        meter.Add(1, Instant.FromMilliseconds(2000));
        Assert.That(meter.Max, Is.EqualTo(20.0));
    }

    [ForAll(MaxTest = 30, Replay = "20261122,17")]
    public void It_agrees_with_a_record_of_all_deliveries(int seed)
    {
        Random random = new(seed);
        Duration window = Duration.FromMilliseconds(random.Next(1500));
        DeliveryMeter meter = new(window);
        int slots = (int)Math.Clamp(Math.Ceiling(window.Milliseconds / 50), 1, 20);
        Dictionary<long, long> delivered = [];
        // Clocks start anywhere, even before their origin, and sometimes go back.
        Instant now = Instant.FromSeconds(random.Next(-3, 5)), last = now;
        for (int i = 0; i < 300; i++)
        {
            now += Duration.FromMilliseconds(
                random.Next(100) switch { 0 => -3000, 1 => 1 + random.Next(6000), < 60 => 0, _ => random.Next(120) });
            if (now.Nanoseconds / SlotNanoseconds < last.Nanoseconds / SlotNanoseconds)
                delivered.Clear();
            last = now;
            long slot = now.Nanoseconds / SlotNanoseconds;
            int bytes = random.Next(2000);
            delivered[slot] = delivered.GetValueOrDefault(slot) + bytes;
            meter.Add(bytes, now);

            double largest = Enumerable.Range(0, Remembered).Max(before => Mean(slot - before));
            Assert.That((meter.Latest, meter.Max), Is.EqualTo((Mean(slot), largest)), $"step {i}");
        }

        double Mean(long slot) => Enumerable.Range(0, slots).Sum(i => delivered.GetValueOrDefault(slot - i)) * 20.0 / slots;
    }

    [Slow("100 records")]
    [ForAll(MaxTest = 100, Replay = "20261122,17")]
    public void Over_more_records_it_agrees_with_a_record_of_all_deliveries(int seed) => It_agrees_with_a_record_of_all_deliveries(seed);
}
