using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Server.Tests;

/// <summary>
/// Queues the same packets at the same times in the testbed's embedded region with OpenSim's polling and in a region that the module
/// serves. Both use the same sender, so they must send the same packets; only the phase of their polls differs.
/// </summary>
public sealed class EmbeddedRegionTests
{
    private const double Seconds = 20, LogSeconds = 2;
    private const double CircuitKbps = 1500;

    private static readonly Duration OneWay = Duration.FromMilliseconds(30);

    [Test]
    public void It_sends_the_same_packets_at_the_same_times_as_the_module([Values(1, 2, 3)] int seed)
    {
        Arrival[] workload = Workload(seed).OrderBy(arrival => arrival.At.Nanoseconds).ToArray();
        Departure[] embedded = RunEmbedded(workload), module = RunModule(workload);

        double goodput = embedded.Sum(packet => packet.Bytes) / (double)module.Sum(packet => packet.Bytes);
        double[] ours = TaskDelays(workload, embedded), theirs = TaskDelays(workload, module);
        double[] apart = Enum.GetValues<Channel>().SelectMany(channel => Differences(embedded, module, channel)).Order().ToArray();
        TestContext.Out.WriteLine($"goodput {goodput:0.0000}; "
            + $"Task delay p50 {Quantile(ours, 0.5):0.00} and {Quantile(theirs, 0.5):0.00} ms,"
            + $" p99 {Quantile(ours, 0.99):0.00} and {Quantile(theirs, 0.99):0.00} ms; "
            + $"the {apart.Length} packets of the first {LogSeconds} s are"
            + $" {Quantile(apart, 0.5):0.00} (p50), {Quantile(apart, 0.99):0.00} (p99) and at most {apart[^1]:0.00} ms apart");
        Assert.That(module, Has.Length.GreaterThan(1000));
        Assert.That(goodput, Is.EqualTo(1).Within(0.01));
        AssertAgree(Quantile(ours, 0.5), Quantile(theirs, 0.5));
        AssertAgree(Quantile(ours, 0.99), Quantile(theirs, 0.99));
        // A packet that is found one poll earlier or later may miss a turn of lending: a round of three full packets at this rate.
        double interval = PollPolicy.OpenSim.Idle.Milliseconds, round = 3 * 1500 * 8 / CircuitKbps;
        Assert.That(Quantile(apart, 0.95), Is.LessThanOrEqualTo(interval), "the n-th packet of each channel");
        Assert.That(apart[^1], Is.LessThanOrEqualTo(interval + round));
    }

    /// <summary>
    /// All terrain at the start, avatars with each heartbeat, more textures than the circuit carries, weather and some assets.
    /// </summary>
    private static IEnumerable<Arrival> Workload(int seed)
    {
        Random random = new(seed);
        for (int i = 0; i < 60; i++)
            yield return new Arrival(Instant.FromMilliseconds(5), Channel.Land, 1100);
        for (double ms = 40; ms < Seconds * 1000; ms += 90.9)
        {
            for (int packets = random.Next(4); packets > 0; packets--)
                yield return new Arrival(Instant.FromMilliseconds(ms), Channel.Task, random.Next(100, 600));
        }
        for (double ms = 300; ms < Seconds * 1000; ms += 100 * random.NextDouble() + 60)
        {
            for (int packets = 0; packets < 20; packets++)
                yield return new Arrival(Instant.FromMilliseconds(ms), Channel.Texture, 1027);
        }
        for (double ms = 700; ms < Seconds * 1000; ms += 2000)
        {
            yield return new Arrival(Instant.FromMilliseconds(ms), Channel.Wind, 500);
            yield return new Arrival(Instant.FromMilliseconds(ms), Channel.Cloud, 500);
            yield return new Arrival(Instant.FromMilliseconds(ms + random.Next(1000)), Channel.Asset, 1000);
        }
    }

    private static Departure[] RunModule(Arrival[] workload)
    {
        RegionRig rig = new() { Step = Duration.FromMilliseconds(1) };
        Visitor visitor = rig.Enter(CircuitKbps);
        rig.Run(3);
        Instant start = rig.Now;
        foreach (Arrival arrival in workload)
            rig.In(arrival.At - Instant.Zero, () => visitor.Queue(arrival.Channel, arrival.Bytes));
        rig.Run(Seconds);
        return visitor.Sent.Select(packet => new Departure(packet.At - start, packet.Channel, packet.Bytes)).ToArray();
    }

    private static Departure[] RunEmbedded(Arrival[] workload)
    {
        DataRate rate = DataRate.FromKilobitsPerSecond(CircuitKbps);
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        RegionOptions options = new() { Sending = SendingOptions.Default with { Polling = PollPolicy.OpenSim } };
        EmbeddedRegion region = new(clock, network, UdpAddress.Loopback(), options);
        Link[] toServer = [new(clock, new LinkOptions { Delay = OneWay })], toClient = [new(clock, new LinkOptions { Delay = OneWay })];
        UdpRelay relay = new(network, region.Address, toServer, toClient);
        new Viewer(clock, network, new ViewerOptions { Throttle = ViewerSplit.Of(rate), Region = relay.Address }).Start();
        clock.RunUntil(Instant.FromSeconds(3));
        Circuit circuit = region.Circuits.Single();
        List<Departure> sent = [];
        Instant start = clock.Now;
        region.PacketSent = packet => sent.Add(new Departure(packet.At - start, packet.Channel, packet.Bytes));
        foreach (Arrival arrival in workload)
            clock.At(start + (arrival.At - Instant.Zero), () => circuit.Enqueue(Packet(circuit, arrival)));
        clock.RunUntil(start + Duration.FromSeconds(Seconds));
        return [.. sent];
    }

    /// <summary>A message of the arrival's size that the viewer acknowledges.</summary>
    private static OutPacket Packet(Circuit circuit, Arrival arrival)
    {
        OutPacket packet = circuit.Begin(arrival.Channel, reliable: true, out DatagramWriter empty);
        new ImagePacket().Write(ref empty);
        DatagramWriter w = packet.Begin();
        new ImagePacket { Data = new byte[arrival.Bytes - empty.Position] }.Write(ref w);
        packet.Finish(w);
        return packet;
    }

    /// <summary>The queueing delays of Task's packets in milliseconds; the queue is first-in first-out.</summary>
    private static double[] TaskDelays(Arrival[] workload, Departure[] sent) =>
        workload.Where(arrival => arrival.Channel == Channel.Task)
            .Zip(sent.Where(packet => packet.Channel == Channel.Task), (arrival, packet) =>
                (packet.At - (arrival.At - Instant.Zero)).Milliseconds)
            .Order().ToArray();

    /// <summary>The time differences between the n-th packets of a channel in both regions, in milliseconds.</summary>
    private static IEnumerable<double> Differences(Departure[] a, Departure[] b, Channel channel) =>
        a.Where(packet => packet.Channel == channel).Zip(b.Where(packet => packet.Channel == channel))
            .Where(pair => pair.First.At.Seconds < LogSeconds)
            .Select(pair => Math.Abs((pair.First.At - pair.Second.At).Milliseconds));

    private static double Quantile(double[] sorted, double q) => sorted[(int)(q * (sorted.Length - 1))];

    /// <summary>Asserts that two delays agree within 15 % or 2 ms.</summary>
    private static void AssertAgree(double ours, double theirs) => Assert.That(ours, Is.EqualTo(theirs).Within(Math.Max(2, 0.15 * theirs)));

    private readonly record struct Arrival(Instant At, Channel Channel, int Bytes);

    private readonly record struct Departure(Duration At, Channel Channel, int Bytes);
}
