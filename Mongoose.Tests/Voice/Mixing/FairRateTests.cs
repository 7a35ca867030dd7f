using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Voice.Mixing;

/// <summary>
/// What the paper's equation permits on the paper's line: round trips of 140 ms without and of up to 1 s with a queue, streams of 78.4
/// kbit/s. The answers were computed apart from this code with 30 digits.
/// </summary>
public sealed class FairRateTests
{
    /// <summary>The share of 1e-6 in percent.</summary>
    private const double Precision = 1e-4;

    private const int Segment = 1460;
    private static readonly StreamPackets Packets = StreamPackets.Paper;
    private static readonly DataRate Line = DataRate.FromBitsPerSecond(635_000);

    [TestCase(Segment, 0.14, 0.001, 3202.35258189, 40)]
    [TestCase(Segment, 0.14, 0.01, 937.171783828, 11)]
    [TestCase(Segment, 0.14, 0.05, 307.508146109, 3)]
    [TestCase(Segment, 0.5, 0.001, 896.65872293, 11)]
    [TestCase(Segment, 0.5, 0.003, 508.609079454, 6)]
    [TestCase(Segment, 0.5, 0.01, 262.408099472, 3)]
    [TestCase(Segment, 1, 0.0005, 636.873991278, 8)]
    [TestCase(Segment, 1, 0.001, 448.329361465, 5)]
    [TestCase(Segment, 1, 0.005, 193.58522991, 2)]
    [TestCase(Segment, 1, 0.2, 6.26704493697, 0)]
    [TestCase(160, 0.14, 0.001, 350.942748701, 4)]
    [TestCase(160, 0.14, 0.01, 102.703757132, 1)]
    public void The_fair_rate_and_the_streams_in_it_have_known_answers(int segment, double roundTrip, double loss, double kilobits,
        int streams)
    {
        DataRate fair = TcpEquations.Padhye(segment, Duration.FromSeconds(roundTrip), loss);
        Assert.That(fair.KilobitsPerSecond, Is.EqualTo(kilobits).Within(0.00051), "a rate is a whole number of bit/s");
        Assert.That((int)Packets.StreamsIn(fair), Is.EqualTo(streams));
        // The rate is proportional to the segment, so a larger one shows the digits below 1 bit/s.
        DataRate thousandfold = TcpEquations.Padhye(1000 * segment, Duration.FromSeconds(roundTrip), loss);
        Assert.That(thousandfold.MegabitsPerSecond, Is.EqualTo(kilobits).Within(Precision).Percent);
    }

    [TestCase(0.14, new[] { 0.1510847687, 0.09544077524, 0.06655749794, 0.04888682269, 0.01922207975 })]
    [TestCase(0.5, new[] { 0.05551098267, 0.02279361905, 0.01203491744, 0.007323975027, 0.002007563155 })]
    [TestCase(1, new[] { 0.02279361905, 0.007323975027, 0.0034779306, 0.002007563155, 0.0005154007948 })]
    public void The_loss_at_which_1_2_3_4_and_8_streams_are_fair_has_known_answers(double roundTrip, double[] losses)
    {
        int[] streams = [1, 2, 3, 4, 8];
        for (int i = 0; i < streams.Length; i++)
            Assert.That(LossAt(Segment, roundTrip, Packets.RateOf(streams[i])), Is.EqualTo(losses[i]).Within(Precision).Percent,
                $"{streams[i]} streams");
    }

    [TestCase(0.14, 52.02350696, 3155.230001)]
    [TestCase(0.5, 498.1163345, 40_034.6606)]
    [TestCase(1, 1940.237598, 160_084.6651)]
    public void A_first_interval_from_eight_streams_is_useful_in_full_segments_and_not_in_the_streams_own_packets(
        double roundTrip, double full, double own)
    {
        Assert.That(1 / LossAt(Segment, roundTrip, Packets.RateOf(8)), Is.EqualTo(full).Within(Precision).Percent);
        Assert.That(1 / LossAt(160, roundTrip, Packets.RateOf(8)), Is.EqualTo(own).Within(Precision).Percent);
    }

    [TestCase(0.14, 20.74997442, 0.784251)]
    [TestCase(0.5, 139.5765797, 5.2753353)]
    [TestCase(0.85, 373.2898934, 14.108594)]
    public void At_half_the_line_a_loss_interval_lasts_longer_the_longer_the_queue_is(double roundTrip, double packets, double seconds)
    {
        DataRate half = Line * 0.5;
        double interval = 1 / LossAt(Segment, roundTrip, half);
        Assert.That(interval, Is.EqualTo(packets).Within(Precision).Percent);
        Assert.That(interval * 1500 / half.BytesPerSecond, Is.EqualTo(seconds).Within(Precision).Percent);
    }

    private static double LossAt(int segment, double roundTrip, DataRate rate) =>
        TcpEquations.PadhyeLoss(segment, Duration.FromSeconds(roundTrip), rate);
}
