using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

public sealed class TextureOrderTests
{
    [Test]
    public void The_seed_decides_the_order()
    {
        TextureOrder one = Order(1.5, 12, seed: 1), again = Order(1.5, 12, seed: 1), two = Order(1.5, 12, seed: 2);
        Assert.That(again.All, Is.EqualTo(one.All));
        Assert.That(two.All, Is.Not.EqualTo(one.All));
        Assert.That(one.All, Is.EquivalentTo(TextureLibrary.Default.Ids));
    }

    [Test]
    public void Timed_textures_come_first_and_fit_their_share(
        [Values(0.064, 0.5, 1.5, 8)] double megabits, [Values(2, 4, 12, 3600)] double seconds, [Values(1, 2, 3)] int seed)
    {
        TextureOrder order = Order(megabits, seconds, seed);
        int[] sizes = order.First.Select(TextureLibrary.Default.SizeOf).ToArray();
        long share = DataRate.FromMegabitsPerSecond(megabits).BytesIn(Duration.FromSeconds(seconds)) / 5;
        Assert.That(sizes.Sum(), Is.LessThanOrEqualTo(share));
        if (share is > 20_000 and < 2_000_000)
            Assert.That(sizes.Sum(), Is.GreaterThan(0.85 * share), "most of the share is used");
        Assert.That(sizes, Has.All.InRange(1, 150_000));
        Assert.That(order.All.Take(sizes.Length), Is.EqualTo(order.First));
    }

    [Test]
    public void A_line_slower_than_the_throttle_limits_the_share()
    {
        long ofLine = DataRate.FromKilobitsPerSecond(4000).BytesIn(Duration.FromSeconds(12)) / 5;
        Assert.That(Order(40, 12, seed: 1).First.Sum(TextureLibrary.Default.SizeOf), Is.LessThanOrEqualTo(ofLine));
    }

    [Test]
    public void Without_a_share_the_order_is_the_library_s_and_nothing_is_timed()
    {
        TextureOrder order = TextureOrder.For(new CircuitOptions(), TextureLibrary.Default.Textures, 1, Record(12));
        Assert.That(order.All, Is.EqualTo(TextureLibrary.Default.Ids));
        Assert.That(order.First, Is.Empty);
    }

    [TestCase(360_000)]
    [TestCase(1)]
    public void A_burst_has_as_many_textures_as_fit_its_size_and_at_least_one(int burstBytes)
    {
        TextureOrder order =
            TextureOrder.For(new CircuitOptions { TextureBurst = burstBytes }, TextureLibrary.Default.Textures, 1, Record(12));
        Assert.That(order.Bursts, Has.All.Positive);
        Assert.That(order.Bursts.Sum(), Is.EqualTo(order.All.Count));
        int first = 0;
        foreach (int count in order.Bursts)
        {
            int[] sizes = order.All.Skip(first).Take(count).Select(TextureLibrary.Default.SizeOf).ToArray();
            Assert.That(count == 1 || sizes.Sum() <= burstBytes, Is.True);
            first += count;
            if (first < order.All.Count)
                Assert.That(sizes.Sum() + TextureLibrary.Default.SizeOf(order.All[first]), Is.GreaterThan(burstBytes),
                    "one more would not fit");
        }
    }

    [Test]
    public void A_viewer_without_textures_has_none() => Assert.That(
        TextureOrder.For(new CircuitOptions { Textures = false, FirstTexturesShare = 0.2 }, TextureLibrary.Default.Textures, 1, Record(12))
            .All, Is.Empty);

    private static TextureOrder Order(double megabits, double seconds, int seed) => TextureOrder.For(
        new CircuitOptions { Throttle = DataRate.FromMegabitsPerSecond(megabits), FirstTexturesShare = 0.2 },
        TextureLibrary.Default.Textures, seed, Record(seconds, megabits > 8 ? "4000" : "100000"));

    private static FlowRecord Record(double seconds, string lineKbps = "100000")
    {
        Scenario scenario = ScenarioTexts.Read($$"""
            {
              "title": "t", "seconds": {{seconds}},
              "links": { "l": { "down": { "rateKbps": {{lineKbps}} }, "up": {} } },
              "flows": [ { "name": "f", "circuit": {} } ]
            }
            """);
        return new FlowRecord(scenario, scenario.Flows[0], "f");
    }
}
