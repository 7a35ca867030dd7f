using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Channels;

public sealed class AgentThrottleTests
{
    // 1, 2, 4, 8, 16, 32 and 1024 bit/s as little-endian IEEE 754 single precision.
    private static readonly byte[] Payload =
    [
        0x00, 0x00, 0x80, 0x3f,
        0x00, 0x00, 0x00, 0x40,
        0x00, 0x00, 0x80, 0x40,
        0x00, 0x00, 0x00, 0x41,
        0x00, 0x00, 0x80, 0x41,
        0x00, 0x00, 0x00, 0x42,
        0x00, 0x00, 0x80, 0x44,
    ];

    private static readonly long[] Bits = [1, 2, 4, 8, 16, 32, 1024];

    private static ChannelRates Rates(params double[] bits)
    {
        ChannelRates rates = default;
        for (int i = 0; i < ChannelRates.Count; i++)
            rates[i] = DataRate.FromBitsPerSecond(bits[i]);
        return rates;
    }

    [Test]
    public void The_payload_is_seven_little_endian_floats_in_wire_order()
    {
        byte[] written = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(Rates(1, 2, 4, 8, 16, 32, 1024), written);
        Assert.That(written, Is.EqualTo(Payload));

        Assert.That(AgentThrottle.TryDecode(Payload, out ChannelRates read), Is.EqualTo(AgentThrottleError.None));
        for (int i = 0; i < ChannelRates.Count; i++)
            Assert.That(read[i].BitsPerSecond, Is.EqualTo(Bits[i]), $"{(Channel)i}");
        Assert.That(read[Channel.Asset].BitsPerSecond, Is.EqualTo(1024));
    }

    [Test]
    public void Encoded_rates_are_decoded_within_float_precision()
    {
        var random = new Random(4);
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        for (int n = 0; n < 10_000; n++)
        {
            ChannelRates rates = default;
            for (int i = 0; i < ChannelRates.Count; i++)
                rates[i] = DataRate.FromBitsPerSecond(Math.Pow(10, 11 * random.NextDouble()));
            AgentThrottle.Encode(rates, payload);
            Assert.That(AgentThrottle.TryDecode(payload, out ChannelRates read), Is.EqualTo(AgentThrottleError.None));
            for (int i = 0; i < ChannelRates.Count; i++)
            {
                double tolerance = rates[i].BitsPerSecond < 1 << 24 ? 0 : 6e-8 * rates[i].BitsPerSecond;
                Assert.That(read[i].BitsPerSecond, Is.EqualTo(rates[i].BitsPerSecond).Within(tolerance));
            }
        }
    }

    [Test]
    public void Any_other_length_is_an_error_and_yields_no_rates([Range(0, 60)] int length)
    {
        byte[] payload = new byte[length];
        Payload.AsSpan(0, Math.Min(length, Payload.Length)).CopyTo(payload);
        AgentThrottleError expected = length < 28 ? AgentThrottleError.TooShort
            : length > 28 ? AgentThrottleError.TooLong : AgentThrottleError.None;
        Assert.That(AgentThrottle.TryDecode(payload, out ChannelRates rates), Is.EqualTo(expected));
        Assert.That(rates.Total.BitsPerSecond, Is.EqualTo(expected == AgentThrottleError.None ? Bits.Sum() : 0));
    }

    [TestCase(float.PositiveInfinity, 100_000_000_000)]
    [TestCase(float.MaxValue, 100_000_000_000)]
    [TestCase(float.NegativeInfinity, 0)]
    [TestCase(-1f, 0)]
    [TestCase(-0f, 0)]
    [TestCase(float.Epsilon, 0)]
    public void Out_of_range_rates_are_clamped(float value, long expected)
    {
        byte[] payload = Payload.ToArray();
        BitConverter.TryWriteBytes(payload.AsSpan(8), value);
        Assert.That(AgentThrottle.TryDecode(payload, out ChannelRates rates), Is.EqualTo(AgentThrottleError.None));
        Assert.That(rates[Channel.Wind].BitsPerSecond, Is.EqualTo(expected));
        Assert.That(rates[Channel.Cloud].BitsPerSecond, Is.EqualTo(8), "the other channels are unchanged");
    }

    [TestCase(0x7fc00000u)]
    [TestCase(0xffc00000u)]
    [TestCase(0x7f800001u)]
    public void One_NaN_channel_invalidates_the_message(uint nan)
    {
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            byte[] payload = Payload.ToArray();
            BitConverter.TryWriteBytes(payload.AsSpan(i * 4), nan);
            Assert.That(AgentThrottle.TryDecode(payload, out ChannelRates rates), Is.EqualTo(AgentThrottleError.NotANumber));
            Assert.That(rates.Total, Is.EqualTo(DataRate.Zero), "no part of the message is used");
        }
    }

    [Test]
    public void A_destination_that_is_too_short_is_refused() =>
        Assert.Throws<ArgumentException>(() => AgentThrottle.Encode(default, new byte[AgentThrottle.PayloadBytes - 1]));
}
