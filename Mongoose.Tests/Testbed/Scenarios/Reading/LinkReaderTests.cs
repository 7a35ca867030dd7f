using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Links.Radios;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

public sealed class LinkReaderTests
{
    private const string Place = "$.links.access.down";

    [Test]
    public void An_empty_link_has_no_effect()
    {
        LinkOptions link = Link("{}");
        Assert.That((link.Bandwidth, link.Delay, link.Loss, link.Reordering, link.Duplication),
            Is.EqualTo(((Bandwidth?)null, Duration.Zero, LossModel.None, (Reordering?)null, 0.0)));
    }

    [Test]
    public void A_link_is_read_from_its_keys()
    {
        LinkOptions link = Link("""
            { "rateKbps": 8000, "delayMs": 30, "jitterMs": 2, "duplicationPercent": 0.5,
              "queue": { "discipline": "codel", "limitPackets": 50 }, "reordering": { "percent": 1, "extraDelayMs": 7 } }
            """);
        Assert.Multiple(() =>
        {
            Assert.That(((FixedBandwidth)link.Bandwidth!).Rate, Is.EqualTo(DataRate.FromMegabitsPerSecond(8)));
            Assert.That((link.Delay, link.Jitter), Is.EqualTo((Duration.FromMilliseconds(30), Duration.FromMilliseconds(2))));
            Assert.That(link.Queue, Is.EqualTo(new QueueOptions { Discipline = "codel", Limit = QueueLimit.OfPackets(50) }));
            Assert.That(link.Reordering, Is.EqualTo(new Reordering(0.01, Duration.FromMilliseconds(7))));
            Assert.That(link.Duplication, Is.EqualTo(0.005));
        });
    }

    [TestCase("""{ "percent": 2 }""", typeof(BernoulliLoss))]
    [TestCase("""{ "model": "bursts", "percent": 2, "meanBurstPackets": 3 }""", typeof(GilbertElliottLoss))]
    [TestCase("""{ "model": "gilbertElliott", "goodToBadPercent": 1, "badToGoodPercent": 30 }""", typeof(GilbertElliottLoss))]
    [TestCase("""{ "model": "everyNth", "every": 100 }""", typeof(PeriodicLoss))]
    [TestCase("""{ "model": "listed", "packets": [3, 4, 90] }""", typeof(ListedLoss))]
    public void Each_loss_model_has_its_keys(string loss, Type model) =>
        Assert.That(Link($$"""{ "loss": {{loss}} }""").Loss, Is.TypeOf(model));

    [Test]
    public void Both_states_of_the_Gilbert_Elliott_model_may_lose_packets()
    {
        const string loss =
            """
            { "model": "gilbertElliott", "goodToBadPercent": 1, "badToGoodPercent": 30,
              "lossInGoodPercent": 0.1, "lossInBadPercent": 50 }
            """;
        Assert.That(Link($$"""{ "loss": {{loss}} }""").Loss, Is.EqualTo(new GilbertElliottLoss(0.01, 0.3, 0.001, 0.5)));
    }

    [Test]
    public void A_radio_may_be_far_from_its_access_point()
    {
        const string json = """
            { "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {}, "radio": { "meanSnrDb": 20 } } },
              "flows": [ { "name": "f", "tcp": {} } ] }
            """;
        Assert.That(ScenarioTexts.Read(json).Links[0].Radio, Is.EqualTo(new RadioOptions { MeanSnr = 20 }));
    }

    [TestCase(1, 50_000)]
    [TestCase(0.5, 25_000)]
    [TestCase(0.001, 1500)]
    public void A_queue_can_be_given_in_bandwidth_delay_products_of_the_round_trip(double products, int bytes)
    {
        // 8 Mbit/s for 30 ms down and 20 ms up: 50 000 bytes.
        LinkOptions link = Link($$"""{ "rateKbps": 8000, "delayMs": 30, "queue": { "limitBdp": {{products}} } }""");
        Assert.That(link.Queue.Limit, Is.EqualTo(QueueLimit.OfBytes(bytes)));
    }

    [TestCase(1, 60_000, 60_000)]
    [TestCase(4, 60_000, 200_000)]
    public void A_queue_in_products_may_have_a_minimum_size(double products, int minBytes, int bytes)
    {
        LinkOptions link =
            Link($$"""{ "rateKbps": 8000, "delayMs": 30, "queue": { "limitBdp": {{products}}, "leastBytes": {{minBytes}} } }""");
        Assert.That(link.Queue.Limit, Is.EqualTo(QueueLimit.OfBytes(bytes)));
    }

    [Test]
    public void A_delay_may_change_in_steps()
    {
        LinkOptions link =
            Link("""{ "delayMs": 25, "delaySteps": [ { "atSeconds": 3, "delayMs": 75 }, { "atSeconds": 6, "delayMs": 10 } ] }""");
        Assert.That(link.Delay, Is.EqualTo(Duration.FromMilliseconds(25)));
        Assert.That(link.DelaySteps, Is.EqualTo(new[]
        {
            new DelayStep(Duration.FromSeconds(3), Duration.FromMilliseconds(75)),
            new DelayStep(Duration.FromSeconds(6), Duration.FromMilliseconds(10)),
        }));
    }

    [Test]
    public void A_delay_may_change_over_a_time() =>
        Assert.That(Link("""{ "delaySteps": [ { "atSeconds": 3, "delayMs": 75, "rampSeconds": 10 } ] }""").DelaySteps,
            Is.EqualTo(new[] { new DelayStep(Duration.FromSeconds(3), Duration.FromMilliseconds(75), Duration.FromSeconds(10)) }));

    [Test]
    public void A_policer_and_an_MTU_are_read_from_their_keys()
    {
        LinkOptions link = Link("""{ "mtuBytes": 1400, "policer": { "rateKbps": 1000, "bucketBytes": 8000 } }""");
        Assert.That(link.MtuBytes, Is.EqualTo(1400));
        Assert.That(link.Policer, Is.EqualTo(new Policer { Rate = DataRate.FromMegabitsPerSecond(1), BucketBytes = 8000 }));
    }

    [Test]
    public void Traces_are_found_next_to_the_scenario()
    {
        using TemporaryDirectory directory = new();
        File.WriteAllText(Path.Combine(directory.Path, "lte.trace"), "1\n5\n10\n");
        LinkOptions link = ScenarioTexts.WithLink("""{ "traceFile": "lte.trace" }""", directory.Path).Links[0].Down;
        Assert.That(link.Bandwidth, Is.TypeOf<TraceBandwidth>());
    }

    [TestCase("""{ "rateKbps": 1, "rateSteps": [ { "atSeconds": 0, "rateKbps": 1 } ] }""",
        ": rateKbps, rateSteps and traceFile are mutually exclusive")]
    [TestCase("""{ "rateSteps": [ { "atSeconds": 1, "rateKbps": 1 } ] }""",
        ".rateSteps: [ { \"atSeconds\": 1, \"rateKbps\": 1 } ]: bandwidth steps: the first must be at 0 s")]
    [TestCase("""{ "rateSteps": [ { "atSeconds": 0, "rate": 1 } ] }""", ".rateSteps[0].rateKbps: is missing")]
    [TestCase("""{ "delayMs": 5, "jitterMs": 6 }""", ".jitterMs: 6: allowed are 0 to 5 ms, no more than delayMs")]
    [TestCase("""{ "delayMs": 5, "jitterMs": 4, "delaySteps": [ { "atSeconds": 1, "delayMs": 3 } ] }""",
        ".jitterMs: 4: allowed are 0 to 3 ms, no more than delayMs")]
    [TestCase("""{ "delaySteps": [ { "atSeconds": 2, "delayMs": 3 }, { "atSeconds": 2, "delayMs": 4 } ] }""",
        ".delaySteps: [ { \"atSeconds\": 2, \"delayMs\": 3 }, { \"atSeconds\": 2, \"delay...: delay step 1 at 2 s: must be after 2 s")]
    [TestCase("""{ "delaySteps": [ { "atSeconds": 2, "delayMs": -3 } ] }""", ".delaySteps[0].delayMs: -3: allowed are 0 to 100000 ms")]
    [TestCase("""{ "delaySteps": [ { "atSeconds": 2, "delayMs": 3, "rampSeconds": 2 }, { "atSeconds": 3, "delayMs": 4 } ] }""",
        ".delaySteps: [ { \"atSeconds\": 2, \"delayMs\": 3, \"rampSeconds\": 2 }, { \"atS...: delay step 1 at 3 s: "
            + "the ramp before ends at 4 s")]
    [TestCase("""{ "mtuBytes": 500 }""", ".mtuBytes: 500: allowed are 576 to 65535 bytes")]
    [TestCase("""{ "policer": { "rateKbps": 1000 } }""", ".policer.bucketBytes: is missing")]
    [TestCase("""{ "policer": { "rateKbps": 1000, "bucketBytes": 100 } }""",
        ".policer.bucketBytes: 100: allowed are 1500 to 268435456 bytes")]
    [TestCase("""{ "rateKbps": 8000, "delayMs": 5, "queue": { "limitBdp": 1, "leastBytes": 10 } }""",
        ".queue.leastBytes: 10: allowed are 1500 to 1000000000 bytes, whole numbers")]
    [TestCase("""{ "delayMs": "30 ms" }""", ".delayMs: \"30 ms\": allowed are 0 to 100000 ms")]
    [TestCase("""{ "queue": { "limitBdp": 1 } }""", ".queue: { \"limitBdp\": 1 }: limitBdp needs rateKbps and delayMs")]
    [TestCase("""{ "queue": { "discipline": "red" } }""", ".queue.discipline: \"red\": allowed are fifo, ")]
    [TestCase("""{ "loss": { "percent": 101 } }""", ".loss.percent: 101: allowed are 0 to 100 %")]
    [TestCase("""{ "loss": { } }""", ".loss.percent: is missing")]
    [TestCase("""{ "loss": { "model": "rain" } }""", ".loss.model: \"rain\": allowed are random, bursts, gilbertElliott, everyNth, listed")]
    [TestCase("""{ "loss": { "model": "everyNth", "every": 10, "phase": 10 } }""", ".loss: periodic loss, phase 10: allowed are 0 to 9")]
    [TestCase("""{ "loss": { "model": "listed", "packets": [1, -1] } }""",
        ".loss.packets: [1, -1]: a list of numbers is allowed here, each 0 or more")]
    [TestCase("""{ "loss": { "percent": 1 }, "lossSteps": [ { "atSeconds": 0, "percent": 1 } ] }""",
        ": loss and lossSteps are mutually exclusive")]
    [TestCase("""{ "reordering": { "percent": 1 } }""", ".reordering.extraDelayMs: is missing")]
    [TestCase("7", ": 7: an object is allowed here")]
    public void An_error_is_reported_with_place_value_and_allowed_values(string down, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Link(down)), Has.Some.StartsWith(Place + problem));

    [Test]
    public void A_missing_trace_is_reported_with_its_path()
    {
        using TemporaryDirectory directory = new();
        string[] problems = ScenarioTexts.ProblemsOf(() => ScenarioTexts.WithLink("""{ "traceFile": "none.trace" }""", directory.Path));
        Assert.That(problems.Single(),
            Does.StartWith($"{Place}.traceFile: \"none.trace\": trace {Path.Combine(directory.Path, "none.trace")}: "));
    }

    private static LinkOptions Link(string down) => ScenarioTexts.WithLink(down).Links[0].Down;
}
