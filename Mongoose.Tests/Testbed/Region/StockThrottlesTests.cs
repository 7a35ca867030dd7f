using System.Buffers.Binary;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>
/// Vectors computed by hand from OpenSim's rules, in bytes/s, in the order Resend, Land, Wind, Cloud, Task, Texture, Asset.
/// </summary>
public sealed class StockThrottlesTests
{
    private static readonly double[] Default = [6625, 9125, 1750, 1750, 18500, 18500, 10500];

    private static readonly object[] Requests =
    [
        Request("Zero is raised to the floors", [0, 0, 0, 0, 0, 0, 0], [1000, 1000, 50, 50, 1000, 1000, 1000]),
        Request("Each has its own floor", [999, 1001, 49, 51, 2000, 3000, 4000], [1000, 1001, 50, 51, 2000, 3000, 4000]),
        Request("An excess on all channels is shared equally", [1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9],
            [142857.1, 142857.1, 142857.1, 142857.1, 142857.1, 142857.1, 142857.1]),
        Request("An excess on one channel scales the floors too", [0, 0, 0, 0, 5e6, 0, 0],
            [995.917, 995.917, 49.796, 49.796, 995916.7, 995.917, 995.917]),
        Request("Exactly the maximum is kept", [100000, 100000, 50000, 50000, 300000, 300000, 100000],
            [100000, 100000, 50000, 50000, 300000, 300000, 100000]),
    ];

    [TestCaseSource(nameof(Requests))]
    public void Rates_are_clamped_and_then_scaled(double[] asked, double[] expected) =>
        AssertRates(StockThrottles.FromRequest(Rates(asked), StockThrottles.LargestClientMaximum), expected);

    [Test]
    public void The_default_maximum_is_640000_bytes_per_second()
    {
        ChannelRates asked = Rates([128000, 128000, 128000, 128000, 256000, 256000, 256000]);
        AssertRates(StockThrottles.FromRequest(asked, StockThrottles.DefaultClientMaximum),
            [64000, 64000, 64000, 64000, 128000, 128000, 128000]);
    }

    [Test]
    public void A_circuit_starts_with_the_defaults_of_66750_bytes_per_second()
    {
        AssertRates(StockThrottles.Default, Default);
        Assert.That(StockThrottles.Default.Total.BytesPerSecond, Is.EqualTo(66750));
    }

    [TestCase(float.NaN, 28)]
    [TestCase(1000f, 27)]
    [TestCase(1000f, 0)]
    [TestCase(1000f, 29)]
    [TestCase(1000f, 255)]
    public void A_meaningless_payload_changes_nothing(float value, int bytes)
    {
        RegionRig rig = new(new RegionOptions());
        Circuit circuit = rig.Enter(3);
        ChannelRates before = circuit.Rates;
        rig.Peer.SendThrottles(Payload(value, bytes));
        rig.Run(1);
        Assert.That(circuit.Rates, Is.EqualTo(before));
        Assert.That(before.Total.MegabitsPerSecond, Is.EqualTo(3).Within(0.01));
    }

    [TestCase(float.NegativeInfinity, 5100)]
    [TestCase(-1e30f, 5100)]
    [TestCase(-0f, 5100)]
    [TestCase(float.Epsilon, 5100)]
    [TestCase(float.PositiveInfinity, 1_000_000)]
    [TestCase(float.MaxValue, 1_000_000)]
    public void A_payload_beyond_the_limits_is_clamped(float value, double total)
    {
        RegionRig rig = new(new RegionOptions());
        Circuit circuit = rig.Enter(3);
        rig.Peer.SendThrottles(Payload(value, 28));
        rig.Run(1);
        Assert.That(circuit.Rates.Total.BytesPerSecond, Is.EqualTo(total).Within(1));
    }

    private static TestCaseData Request(string name, double[] asked, double[] expected) =>
        new TestCaseData(asked, expected).SetName(name);

    private static byte[] Payload(float value, int bytes)
    {
        byte[] payload = new byte[256];
        for (int i = 0; i + sizeof(float) <= payload.Length; i += sizeof(float))
            BinaryPrimitives.WriteSingleLittleEndian(payload.AsSpan(i), value);
        return payload[..bytes];
    }

    private static ChannelRates Rates(double[] bytesPerSecond)
    {
        ChannelRates rates = default;
        for (int i = 0; i < ChannelRates.Count; i++)
            rates[i] = DataRate.FromBytesPerSecond(bytesPerSecond[i]);
        return rates;
    }

    private static void AssertRates(in ChannelRates rates, double[] bytesPerSecond)
    {
        for (int i = 0; i < ChannelRates.Count; i++)
            Assert.That(rates[i].BytesPerSecond, Is.EqualTo(bytesPerSecond[i]).Within(0.25), ((Channel)i).ToString());
    }
}
