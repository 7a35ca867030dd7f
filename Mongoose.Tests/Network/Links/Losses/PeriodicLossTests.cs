using Mongoose.Network.Links.Losses;

namespace Mongoose.Tests.Network.Links.Losses;

public sealed class PeriodicLossTests
{
    [TestCase(1, 0)]
    [TestCase(2, 0)]
    [TestCase(2, 1)]
    [TestCase(10, 0)]
    [TestCase(10, 4)]
    [TestCase(10, 9)]
    public void Every_nth_packet_is_lost_from_the_phase_on(int every, int phase)
    {
        int[] expected = Enumerable.Range(0, 100).Where(number => number % every == phase).ToArray();
        Assert.That(LossesOf.Numbers(new PeriodicLoss(every, phase), 100), Is.EqualTo(expected));
    }

    [TestCase(0, 0, "periodic loss, every 0: allowed are 1 to 2147483647")]
    [TestCase(5, 5, "periodic loss, phase 5: allowed are 0 to 4")]
    [TestCase(5, -1, "periodic loss, phase -1: allowed are 0 to 4")]
    public void A_parameter_outside_its_range_is_refused(int every, int phase, string message) =>
        Assert.That(() => new PeriodicLoss(every, phase), Throws.ArgumentException.With.Message.EqualTo(message));
}
