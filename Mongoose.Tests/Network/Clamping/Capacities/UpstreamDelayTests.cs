using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;

namespace Mongoose.Tests.Network.Clamping.Capacities;

public sealed class UpstreamDelayTests
{
    [Test]
    public void Without_flows_the_delay_is_unknown() => Assert.That(default(UpstreamDelay).Value, Is.Null);

    [Test]
    public void The_least_of_old_flows_counts()
    {
        UpstreamDelay delay = default;
        Add(ref delay, 70, 50, 9);
        Add(ref delay, 65, 50, 20);
        Assert.That(delay.Value!.Value.Milliseconds, Is.EqualTo(15));
    }

    [Test]
    public void A_young_flow_whose_minimum_contains_the_queue_does_not_hide_it()
    {
        UpstreamDelay delay = default;
        Add(ref delay, 100, 100, 1);
        Add(ref delay, 100, 50, 8);
        Assert.That(delay.Value!.Value.Milliseconds, Is.EqualTo(50));
    }

    [Test]
    public void Among_young_flows_the_oldest_counts()
    {
        UpstreamDelay delay = default;
        Add(ref delay, 100, 100, 1);
        Add(ref delay, 100, 50, 4);
        Add(ref delay, 100, 95, 2);
        Assert.That(delay.Value!.Value.Milliseconds, Is.EqualTo(50));
    }

    private static void Add(ref UpstreamDelay delay, double current, double minimum, double age) =>
        delay.Add(Duration.FromMilliseconds(current), Duration.FromMilliseconds(minimum), Duration.FromSeconds(age));
}
