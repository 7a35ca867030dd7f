using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Streams;

public sealed class StreamPacketsTests
{
    /// <summary>RTP of mu-law at 30 ms, of which eight streams fit into the paper's link.</summary>
    private static readonly StreamPackets Rtp30 = new(PacketForm.Plain, Duration.FromMilliseconds(30), 240, 40);

    private static readonly StreamPackets[] All = [StreamPackets.Paper, StreamPackets.Trunk, Rtp30];

    [TestCase(-1, 0)]
    [TestCase(0, 0)]
    [TestCase(1, 78_400)]
    [TestCase(2, 156_800)]
    [TestCase(8, 627_200)]
    public void The_papers_streams_take_78400_bits_per_second_each(int streams, long bits) =>
        Assert.That(StreamPackets.Paper.RateOf(streams).BitsPerSecond, Is.EqualTo(bits));

    [TestCase(-1, 0, 0)]
    [TestCase(0, 0, 0)]
    [TestCase(1, 208, 83_200)]
    [TestCase(2, 376, 150_400)]
    [TestCase(8, 1384, 553_600)]
    public void A_trunk_of_n_streams_has_168_n_and_40_bytes_per_20_ms(int streams, long bytes, long bits)
    {
        Assert.That(StreamPackets.Trunk.BytesOf(streams), Is.EqualTo(bytes));
        Assert.That(StreamPackets.Trunk.RateOf(streams).BitsPerSecond, Is.EqualTo(bits));
    }

    [Test]
    public void Eight_streams_in_packets_of_30_ms_take_597333_bits_per_second() =>
        Assert.That(Rtp30.RateOf(8).BitsPerSecond, Is.EqualTo(597_333));

    [TestCase(-1, 0, 0)]
    [TestCase(0, 0, 0)]
    [TestCase(1, 1, 1)]
    [TestCase(8, 8, 1)]
    public void Plain_streams_have_a_packet_each_and_a_trunk_has_one_for_all(int streams, int plain, int trunk)
    {
        Assert.That(StreamPackets.Paper.PacketsOf(streams), Is.EqualTo(plain));
        Assert.That(StreamPackets.Trunk.PacketsOf(streams), Is.EqualTo(trunk));
    }

    [TestCaseSource(nameof(All))]
    public void A_rate_between_two_numbers_carries_a_fraction(StreamPackets packets)
    {
        DataRate between = (packets.RateOf(3) + packets.RateOf(4)) * 0.5;
        Assert.That(packets.StreamsIn(between), Is.EqualTo(3.5).Within(2e-5));
    }

    [TestCaseSource(nameof(All))]
    public void No_rate_carries_no_stream_and_the_highest_a_finite_number(StreamPackets packets)
    {
        Assert.That(packets.StreamsIn(DataRate.Zero), Is.Zero);
        Assert.That(double.IsFinite(packets.StreamsIn(DataRate.MaxValue)), Is.True);
        Assert.That(packets.StreamsIn(DataRate.MaxValue), Is.GreaterThan(1000));
    }

    [ForAll(Replay = "20261123,9")]
    public void The_streams_in_a_rate_are_the_inverse_of_the_rate_of_streams(int any)
    {
        int streams = 1 + (int)((uint)any % 1000);
        foreach (StreamPackets packets in All)
            Assert.That(packets.StreamsIn(packets.RateOf(streams)), Is.EqualTo(streams).Within(1e-5), "rates are whole bits per second");
    }
}
