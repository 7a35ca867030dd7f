using System.Diagnostics;
using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Places;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Benchmarks;

/// <summary>
/// Events of simulated time that one core processes per second: with the bare clock, with packets on links, and in a whole viewer session.
/// </summary>
internal static class EventEngine
{
    private const int Rounds = 5;

    /// <summary>Events per round, so that a round takes most of a second.</summary>
    private const long BareEvents = 5_000_000, LinkEvents = 3_000_000;

    public static void Run(TextWriter text)
    {
        text.WriteLine("| what runs | million events/s | ns an event | allocated, bytes an event | simulated s/s |");
        text.WriteLine("|---|---:|---:|---:|---:|");
        foreach (int pending in (int[])[10, 1000, 100_000])
            Measure(text, $"bare clock, {pending} events pending", BareClock(pending), BareEvents);
        Measure(text, "datagrams there and back: network, two links of 20 Mbit/s", Echo(), LinkEvents);
        foreach (string outbound in OutboundNames.All)
            Measure(text, $"visit: {outbound} region, 4 Mbit/s, viewer walks and downloads", Visit(outbound), LinkEvents);
    }

    /// <summary>The median of several rounds, after a warm-up round.</summary>
    private static void Measure(TextWriter text, string name, SimulatedScheduler clock, long events)
    {
        Round(clock, events);
        var rounds = Enumerable.Range(0, Rounds).Select(_ => Round(clock, events)).OrderBy(round => round.Nanoseconds).ToArray();
        (double nanoseconds, double allocated, double simulated) = rounds[Rounds / 2];
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {name} | {1000 / nanoseconds:0.00} | {nanoseconds:0} | {allocated:0.00} | {simulated:0.#} |"));
    }

    private static (double Nanoseconds, double Allocated, double Simulated) Round(SimulatedScheduler clock, long events)
    {
        long before = clock.EventsRun, bytes = GC.GetAllocatedBytesForCurrentThread();
        Instant from = clock.Now;
        long start = Stopwatch.GetTimestamp();
        while (clock.EventsRun - before < events)
            clock.RunFor(Duration.FromMilliseconds(100));
        TimeSpan time = Stopwatch.GetElapsedTime(start);
        long run = clock.EventsRun - before;
        return (time.TotalNanoseconds / run, (GC.GetAllocatedBytesForCurrentThread() - bytes) / (double)run,
            (clock.Now - from).Seconds / time.TotalSeconds);
    }

    /// <summary>
    /// The hold model: each event that fires schedules itself again, up to 100 ms later, so the number of pending events is constant.
    /// </summary>
    private static SimulatedScheduler BareClock(int pending)
    {
        SimulatedScheduler clock = new();
        SeededRandom random = new(1);
        Action hold = null!;
        hold = () => clock.At(clock.Now + new Duration(random.Next(100_000_000)), hold);
        for (int i = 0; i < pending; i++)
            clock.At(new Instant(random.Next(100_000_000)), hold);
        return clock;
    }

    /// <summary>A client sends 1200 bytes every 500 us, and a server sends each datagram back. Both links are almost saturated.</summary>
    private static SimulatedScheduler Echo()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        LinkOptions link = Link(DataRate.FromMegabitsPerSecond(20));
        IDatagramPort server = network.Open(UdpAddress.Loopback()), client = network.Open(UdpAddress.Loopback());
        server.Received = (from, datagram) => server.Send(from, datagram);
        UdpRelay relay = new(clock, network, server.Address, link, link);
        byte[] datagram = new byte[1200];
        Action send = null!;
        send = () =>
        {
            client.Send(relay.Address, datagram);
            clock.At(clock.Now + Duration.FromMicroseconds(500), send);
        };
        clock.At(Instant.Zero, send);
        return clock;
    }

    private static SimulatedScheduler Visit(string outbound)
    {
        Scenario scenario = ScenarioReader.Read($$"""
            {
              "title": "A visit", "seconds": 86400,
              "links": { "line": {
                "down": { "rateKbps": 20000, "delayMs": 40, "queue": { "limitBytes": 262144 } },
                "up": { "rateKbps": 20000, "delayMs": 40, "queue": { "limitBytes": 262144 } } } },
              "flows": [ { "name": "visit",
                "circuit": { "server": "{{outbound}}", "throttleKbps": 4000, "activity": "walking", "viewer": { "acks": "atOnce" } } } ]
            }
            """, "visit.json");
        SimulatedPlace place = new(scenario, seed: 1);
        _ = new FlowSet(scenario, place, place.Clock);
        return place.Clock;
    }

    private static LinkOptions Link(DataRate rate) => new()
    {
        Rate = rate,
        Delay = Duration.FromMilliseconds(40),
        Queue = new QueueOptions { Limit = QueueLimit.OfBytes(256 * 1024) },
    };
}
