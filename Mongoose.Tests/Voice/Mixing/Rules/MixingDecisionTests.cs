using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Voice.Mixing.Rules;

/// <summary>What the paper's decision and the steady one make of the same fair rates, in kbit/s, with streams of 78.4 kbit/s.</summary>
public sealed class MixingDecisionTests
{
    private const double NoLoss = double.PositiveInfinity;
    private static readonly StreamPackets Plain = StreamPackets.Paper, Trunk = StreamPackets.Trunk;
    private static readonly double[] Rates = [NoLoss, NoLoss, NoLoss, 250, 240, 230, 320, 400, 391, 392, 100, 60, NoLoss, NoLoss];
    private static readonly double[] Alternating = [320, 280, 320, 280, 320, 280];

    [Test]
    public void The_paper_s_decisions_have_known_answers()
    {
        Assert.That(Paper(1, Rates), Is.EqualTo(new[] { 2, 3, 4, 3, 3, 2, 3, 4, 4, 5, 1, 1, 2, 3 }));
        Assert.That(Paper(4, Alternating), Is.EqualTo(new[] { 4, 3, 4, 3, 4, 3 }));
    }

    [Test]
    public void The_steady_decisions_have_known_answers()
    {
        // By hand: 320 and 400 carry 3.5 streams, so the eighth decision raises; 400 and 391 carry 4.5, so the ninth does; 391 does not
        // carry 5.5.
        Assert.That(Steady(1, Rates), Is.EqualTo(new[] { 1, 2, 3, 3, 3, 3, 3, 4, 5, 5, 1, 1, 1, 2 }));
        Assert.That(Steady(4, Alternating), Is.EqualTo(new[] { 4, 4, 4, 4, 4, 4 }));
    }

    [Test]
    public void A_rate_that_carries_a_whole_number_of_streams_carries_that_many([Values] PacketForm form, [Range(1, 40)] int streams)
    {
        StreamPackets packets = form == PacketForm.Trunk ? Trunk : Plain;
        DataRate fair = packets.RateOf(streams);
        Assert.That(PaperRule.Decide(packets, streams + 3, fair), Is.EqualTo(streams));
        Assert.That(PaperRule.Decide(packets, streams, fair), Is.EqualTo(streams));
        DataRate lower = DataRate.FromBitsPerSecond(fair.BitsPerSecond - 1);
        Assert.That(PaperRule.Decide(packets, streams + 3, lower), Is.EqualTo(Math.Max(1, streams - 1)));
    }

    [Test]
    public void In_a_trunk_one_stream_more_is_permitted_at_its_rate_with_one_header()
    {
        // 40 + 3 * 168 and 40 + 4 * 168 bytes every 20 ms.
        Assert.That(Paper(3, [284.799, 284.8, 284.8, 217.599]), Is.EqualTo(new[] { 3, 4, 4, 2 }));

        static int[] Paper(int streams, double[] rates) => Run(streams, rates, (n, fair) => PaperRule.Decide(Trunk, n, fair));
    }

    [Test]
    public void The_steady_decision_lowers_below_half_of_what_the_last_stream_adds()
    {
        // 3.5 streams: 274.4 kbit/s of plain packets; in a trunk (40 + 3.5 * 168) bytes every 20 ms, 251.2 kbit/s.
        Assert.That(new SteadyDecision(Plain).Decide(4, DataRate.FromKilobitsPerSecond(274.4)), Is.EqualTo(4));
        Assert.That(new SteadyDecision(Plain).Decide(4, DataRate.FromKilobitsPerSecond(274.399)), Is.EqualTo(3));
        Assert.That(new SteadyDecision(Trunk).Decide(4, DataRate.FromKilobitsPerSecond(251.2)), Is.EqualTo(4));
        Assert.That(new SteadyDecision(Trunk).Decide(4, DataRate.FromKilobitsPerSecond(251.199)), Is.EqualTo(3));
    }

    [Test]
    public void The_steady_decision_raises_after_two_rates_that_carry_half_a_stream_more()
    {
        // 4.5 streams: 352.8 kbit/s of plain packets.
        Assert.That(Steady(4, [352.8, 352.8, 352.8]), Is.EqualTo(new[] { 4, 5, 5 }));
        Assert.That(Steady(4, [352.799, 352.8, 352.8]), Is.EqualTo(new[] { 4, 4, 5 }), "two in a row");
        Assert.That(Steady(4, [352.799, 352.799, 352.799]), Is.EqualTo(new[] { 4, 4, 4 }));
        Assert.That(Steady(1, [1000, 1000, 1000, 1000]), Is.EqualTo(new[] { 1, 2, 3, 4 }), "one at a time");
    }

    [Test]
    public void The_steady_decision_rounds_to_the_nearest_number_and_keeps_one_stream()
    {
        // 1.5 streams are 117.6 kbit/s, 2.5 are 196.
        double[] rates = [196, 195.999, 117.6, 117.599, 10, 0];
        Assert.That(rates.Select(rate => new SteadyDecision(Plain).Fewer(8, DataRate.FromKilobitsPerSecond(rate))),
            Is.EqualTo(new[] { 3, 2, 2, 1, 1, 1 }));
        Assert.That(new SteadyDecision(Plain).Fewer(3, DataRate.MaxValue), Is.EqualTo(3), "it never raises");
    }

    private static int[] Paper(int streams, double[] rates) => Run(streams, rates, (n, fair) => PaperRule.Decide(Plain, n, fair));

    private static int[] Steady(int streams, double[] rates)
    {
        SteadyDecision decision = new(Plain);
        return Run(streams, rates, (n, fair) => decision.Decide(n, fair));
    }

    private static int[] Run(int streams, double[] rates, Func<int, DataRate, int> decide) =>
        [.. rates.Select(rate => streams = decide(streams, DataRate.FromKilobitsPerSecond(rate)))];
}
