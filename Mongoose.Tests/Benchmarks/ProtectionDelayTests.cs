using Mongoose.Benchmarks;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Benchmarks;

/// <summary>The claims of docs/results/protection-delay.md, tested with fewer packets.</summary>
public sealed class ProtectionDelayTests
{
    private const int L = ProtectionDelay.MaxPacket;
    private const double Nanosecond = 1e-6;
    private static readonly ShaperOptions RoundRobin = new() { Order = ServiceOrder.RoundRobin };

    private static IEnumerable<double> Circuits => ProtectionDelay.CircuitsKilobits;

    private static ProtectionDelay.Result Measure(ShaperOptions options, ProtectionDelay.Traffic traffic, double kilobits) =>
        ProtectionDelay.Measure(options, traffic, DataRate.FromKilobitsPerSecond(kilobits), packets: 20_000);

    [TestCaseSource(nameof(Circuits))]
    public void Sparse_single_packets_never_wait_longer_than_they_take_to_send(double kilobits)
    {
        ProtectionDelay.Result result = Measure(new ShaperOptions(), ProtectionDelay.Traffic.Singles, kilobits);
        Assert.That(result.Percentile(99), Is.LessThanOrEqualTo(1.25 * result.Time(L)));
        Assert.That(result.Max, Is.LessThanOrEqualTo(result.Time(ProtectionDelay.TaskPacket) + Nanosecond));
    }

    [TestCaseSource(nameof(Circuits))]
    public void Sparse_bursts_never_wait_longer_than_the_burst_and_a_packet_take_to_send(double kilobits)
    {
        ProtectionDelay.Result result = Measure(new ShaperOptions(), ProtectionDelay.Traffic.Bursts, kilobits);
        Assert.That(result.Max, Is.LessThanOrEqualTo(result.Time(L + result.BurstBytes) + Nanosecond));
    }

    [TestCaseSource(nameof(Circuits))]
    public void Round_robin_single_packets_never_wait_longer_than_seven_packets_take_to_send(double kilobits)
    {
        ProtectionDelay.Result result = Measure(RoundRobin, ProtectionDelay.Traffic.Singles, kilobits);
        Assert.That(result.Max, Is.LessThanOrEqualTo(result.Time(7 * L) + Nanosecond));
    }

    [TestCaseSource(nameof(Circuits))]
    public void Sparse_protects_better_than_round_robin(double kilobits)
    {
        ProtectionDelay.Result sparse = Measure(new ShaperOptions(), ProtectionDelay.Traffic.Bursts, kilobits);
        foreach (ShaperOptions options in (ShaperOptions[])[RoundRobin, RoundRobin with { Lending = true }])
            Assert.That(sparse.Max, Is.LessThan(Measure(options, ProtectionDelay.Traffic.Bursts, kilobits).Max), $"{options}");
    }
}
