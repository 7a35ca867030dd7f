using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>The queue in seconds above which circuits drain it, if 80 ms are permitted. Rates are in bytes per second.</summary>
public sealed class PermittedQueueTests
{
    private const double Megabit = 125_000, Permitted = 0.080, FastLine = 100 * Megabit;

    private PermittedQueue _limit = new(Duration.FromSeconds(Permitted));

    [Test]
    public void It_is_a_part_of_the_permitted_delay([Values(1, 3, 10, 100)] double megabits) =>
        Assert.That(At(megabits * Megabit), Is.InRange(0.1 * Permitted, 0.8 * Permitted));

    [Test]
    public void The_lower_the_rate_the_longer_it_is()
    {
        Assert.That(new[] { 10, 1, 0.3, 0.1 }.Select(megabits => At(megabits * Megabit)), Is.Ordered);
        double packet = PathController.SegmentBytes / (0.25 * Megabit);
        Assert.That(At(0.25 * Megabit) - packet, Is.GreaterThan(1.5 * At(Megabit) - 1.5 * PathController.SegmentBytes / Megabit));
    }

    [Test]
    public void On_the_slowest_line_it_is_a_packet_and_twice_the_permitted_delay() =>
        Assert.That(At(4000) - PathController.SegmentBytes / 4000.0, Is.InRange(Permitted, 3 * Permitted));

    [Test]
    public void Noise_may_be_noise_up_to_a_bound()
    {
        double quiet = At(FastLine), noisy = At(FastLine, noise: 0.010), noisiest = At(FastLine, noise: 10);
        Assert.That(noisy - quiet, Is.InRange(0.010, 0.030));
        Assert.That(noisiest - quiet, Is.LessThan(0.1));
    }

    [Test]
    public void A_circuit_whose_requested_rate_is_permitted_may_have_a_longer_queue() =>
        Assert.That(At(FastLine, isFree: true), Is.GreaterThan(At(FastLine) + 0.02));

    [Test]
    public void A_full_buffer_lowers_it_within_bounds()
    {
        double before = At(FastLine);
        _limit.Lower();
        double once = At(FastLine);
        for (int i = 0; i < 50; i++)
            _limit.Lower();
        Assert.That(once, Is.LessThan(before));
        Assert.That(At(FastLine), Is.LessThan(once).And.GreaterThan(0.4 * before));
    }

    [Test]
    public void It_recovers_within_a_minute_and_not_beyond_its_usual_value()
    {
        double before = At(FastLine);
        _limit.Lower();
        _limit.Lower();
        double lowered = At(FastLine);
        _limit.Recover(Duration.FromSeconds(1));
        Assert.That(At(FastLine), Is.GreaterThan(lowered).And.LessThan(before));
        for (int second = 0; second < 60; second++)
            _limit.Recover(Duration.FromSeconds(1));
        Assert.That(At(FastLine), Is.EqualTo(before).Within(1e-9));
    }

    private double At(double rate, double noise = 0, bool isFree = false) => _limit.At(rate, Duration.FromSeconds(noise), isFree);
}
