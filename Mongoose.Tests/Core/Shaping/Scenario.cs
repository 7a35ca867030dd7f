using FsCheck;
using FsCheck.Fluent;
using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>Describes a run with one circuit. This record determines everything in the run.</summary>
/// <param name="Seed">Seed of the rates, arrivals and sizes.</param>
/// <param name="Order">The service order.</param>
/// <param name="Lends">Whether unused tokens are lent.</param>
/// <param name="Critical">The latency-critical channels.</param>
/// <param name="Booking">The sum of the channels' rates divided by the circuit's rate.</param>
/// <param name="Load">Arriving bytes divided by the bytes that the circuit carries.</param>
/// <param name="Burst">Depth of the buckets, in milliseconds.</param>
/// <param name="Packets">Number of packets that arrive.</param>
public sealed record Scenario(
    int Seed, ServiceOrder Order, bool Lends, ChannelSet Critical, double Booking, double Load, int Burst, int Packets)
{
    /// <summary>Maximum packet size; most packets have 60 to 1400 bytes.</summary>
    public int LargestPacket { get; init; } = CircuitShaper.MinChildBurstBytes;

    /// <summary>Whether rates change occasionally, sometimes to zero.</summary>
    public bool RatesChange { get; init; }

    /// <summary>Whether the host's clock steps, backwards and far forwards.</summary>
    public bool ClockSteps { get; init; }

    /// <summary>A channel whose arrivals stay within its rate and burst and often use up both.</summary>
    public Channel? Conformant { get; init; }

    public ShaperOptions Options => new()
    {
        Order = Order,
        Lending = Lends,
        LatencyCritical = Critical,
        Burst = Duration.FromMilliseconds(Burst),
    };
}

/// <summary>Generators of scenarios, one type per group of properties.</summary>
public static class Scenarios
{
    public const int Packets = 3000;

    private static readonly Gen<ChannelSet> Critical = Gen.OneOf(
        Gen.Constant(ChannelSet.Task), Gen.Choose((int)ChannelSet.None, (int)ChannelSet.All).Select(set => (ChannelSet)set));

    private static readonly Gen<Scenario> Any =
        from seed in Gen.Choose(0, int.MaxValue - 1)
        from order in Gen.Elements(ServiceOrder.Sparse, ServiceOrder.RoundRobin)
        from lends in Gen.Elements(true, false)
        from critical in Critical
        from booking in Gen.Elements(0.3, 0.9, 1.0, 1.0, 1.7)
        from load in Gen.Elements(0.3, 0.8, 1.0, 1.5, 4.0)
        from burst in Gen.Elements(1, 25, 25, 100)
        select new Scenario(seed, order, lends, critical, booking, load, burst, Packets);

    /// <summary>Rates are constant, the clock is monotonic and packets are at most a full Ethernet packet: all guarantees hold.</summary>
    public static class Calm
    {
        public static Arbitrary<Scenario> Scenario() => Any.ToArbitrary();
    }

    /// <summary>Rates change, the clock steps, packets may be any UDP datagram.</summary>
    public static class Rough
    {
        public static Arbitrary<Scenario> Scenario() =>
            (from scenario in Any
             from largest in Gen.Elements(1500, 9000, TokenBucket.MaxPacketBytes)
             from rates in Gen.Elements(true, false)
             from steps in Gen.Elements(true, false)
             select scenario with { LargestPacket = largest, RatesChange = rates, ClockSteps = steps }).ToArbitrary();
    }

    /// <summary>One latency-critical channel stays within its rate and burst while the others flood.</summary>
    public static class Conformant
    {
        public static Arbitrary<Scenario> Scenario() =>
            (from scenario in Any
             from channel in Gen.Choose(0, ChannelRates.Count - 1)
             from alone in Gen.Elements(true, false)
             let set = (ChannelSet)(1 << channel)
             select scenario with
             {
                 Order = ServiceOrder.Sparse,
                 Load = 4,
                 Conformant = (Channel)channel,
                 Critical = alone ? set : scenario.Critical | set,
             }).ToArbitrary();
    }
}
