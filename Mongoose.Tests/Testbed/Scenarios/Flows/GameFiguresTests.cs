using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

public sealed class GameFiguresTests
{
    [Test]
    public void A_stray_datagram_counts_nowhere()
    {
        (FlowRecord alone, FlowRecord disturbed) = (Play(strays: 0), Play(strays: 20));
        Assert.That(alone.DeliveredBytes, Is.Positive);
        Assert.That(disturbed.DeliveredBytes, Is.EqualTo(alone.DeliveredBytes));
        Assert.That(disturbed.Extra, Is.EqualTo(alone.Extra));
    }

    /// <summary>A game in which strays reach the player, numbered as if they were far later than the server's.</summary>
    private static FlowRecord Play(int strays)
    {
        Scenario scenario = ScenarioTexts.Read("""
            { "title": "t", "seconds": 5, "links": { "a": { "down": {}, "up": {} } }, "flows": [ { "name": "game", "game": {} } ] }
            """);
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        PacketTrain train = new GameOptions().Down;
        GamePeer server = new(clock, network, UdpAddress.Loopback(), null, train, new SeededRandom(1, 1));
        GamePeer client = new(clock, network, UdpAddress.Loopback(), server.Address, train, new SeededRandom(1, 2));
        server.Start();
        client.Start();
        clock.RunFor(Duration.FromSeconds(4.98));
        IDatagramPort other = network.Open(UdpAddress.Loopback());
        byte[] payload = new byte[PacketTrain.MaxPayloadBytes];
        new GameDatagram(1_000_000, clock.Now, Instant.Never, Duration.Zero).Write(payload);
        for (int i = 0; i < strays; i++)
            other.Send(client.Address, payload);
        clock.RunFor(Duration.FromSeconds(1));
        FlowRecord record = new(scenario, scenario.Flows[0], "game");
        new GameFigures(client, server, Instant.Zero, record).Add();
        return record;
    }
}
