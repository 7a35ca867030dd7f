using log4net;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>A failure of one client does not keep the others from getting their packets.</summary>
public sealed class FailureTests
{
    /// <summary>Every member of OpenSim's client that the sender's thread uses.</summary>
    private static readonly string[] Members =
    [
        "AgentId", "EntityUpdateQueue", "GetThrottlesPacked", "ImageManager", "IsActive", "Name", "NeedAcks", "PingTimeMS",
        "ProcessEntityUpdates", "ProcessEntityPropertyRequests", "ProcessImageQueue", "HandleUnacked", "SendAcks", "SendPing",
        "SendPacketFinal", "all",
    ];

    [SetUp]
    public void Clear() => LogBook.Clear();

    [Test]
    public void A_client_that_throws_does_not_affect_the_others([ValueSource(nameof(Members))] string member, [Values] bool isShaping,
        [Values] bool fromTheBeginning)
    {
        RegionRig rig = new();
        rig.State.IsShaping = isShaping;
        Visitor before = rig.Enter(name: "Ada Lovelace");
        Visitor bad = new(rig, 50, "Bad Client");
        if (fromTheBeginning)
            Break(rig, bad, member);
        rig.Scene.Add(bad.Address, bad.View);
        rig.Run(0.1);
        Break(rig, bad, member);
        Visitor after = rig.Enter(name: "Charles Babbage");

        bad.View.EntityUpdateQueue.Add(10);
        bad.View.Properties.Add(10);
        bad.View.ImageManagerUnchecked.Add(10);
        Visitor[] others = [before, after];
        foreach (Visitor visitor in others.Append(bad))
            visitor.Queue(Channel.Land, packets: 20, bytes: 500);
        foreach (Visitor visitor in others)
        {
            visitor.View.EntityUpdateQueue.Add(12);
            visitor.View.ImageManager.Add(5);
        }
        rig.Run(8);
        foreach (Visitor visitor in others)
            Assert.That(visitor.SentBytes(), Is.EqualTo(20 * 500 + 12 * 191 + 5 * 1027), visitor.View.Name);
    }

    [Test]
    public void Clients_may_close_in_the_middle_of_anything([Values(1, 2, 3)] int seed)
    {
        RegionRig rig = new();
        Random random = new(seed);
        Visitor staying = rig.Enter(kilobitsPerSecond: 2000, name: "Ada Lovelace");
        List<Visitor> others = [];
        for (int i = 0; i < 3000; i++)
        {
            if (random.Next(40) == 0)
            {
                others.Add(rig.Enter(kilobitsPerSecond: 2000, name: $"Guest {i}"));
                others[^1].View.ImageManager.Add(1000);
                others[^1].View.EntityUpdateQueue.Add(1000);
            }
            if (others.Count > 0 && random.Next(40) == 0)
            {
                Visitor leaving = others[random.Next(others.Count)];
                others.Remove(leaving);
                // OpenSim shuts a client down before or after removing it from the list.
                if (random.Next(2) == 0)
                    rig.Server.OnSent += packet => Shutdown(packet.Client);
                else
                    leaving.Leave();

                void Shutdown(OpenSim.Region.ClientStack.LindenUDP.LLUDPClient sending)
                {
                    if (sending == leaving.Client && leaving.Client.IsConnected)
                        leaving.Leave();
                }
            }
            if (i % 100 == 0)
                rig.State.IsShaping = random.Next(2) == 0;
            if (i % 10 == 0)
                staying.Queue(Channel.Asset, 200);
            rig.Pass();
        }
        rig.State.IsShaping = true;
        rig.Run(5);
        Assert.That(staying.Sent.Count(packet => !packet.IsResend), Is.EqualTo(300));
        Assert.That(LogBook.Lines, Is.Empty, "a client that closes is not a failure");
    }

    [Test]
    public void A_client_that_arrives_when_another_leaves_is_noticed()
    {
        RegionRig rig = new();
        Visitor first = rig.Enter();
        Visitor second = new(rig, 60, "Charles Babbage");
        first.Leave();
        rig.Scene.Add(second.Address, second.View);
        rig.Run(0.25);
        Assert.That(rig.Circuits.Select(circuit => circuit.Port.View), Is.EqualTo(new[] { second.View }));
    }

    [Test]
    public void The_end_of_a_region_closes_all_circuits()
    {
        RegionRig rig = new();
        Visitor[] visitors = [rig.Enter(), rig.Enter(name: "Charles Babbage")];
        rig.Outbound.Close();
        Assert.That(rig.Circuits, Is.Empty);
        Assert.That(visitors.Select(visitor => visitor.View.HasListeners), Has.None.True);
    }

    [Test]
    public void A_log_that_throws_affects_no_client()
    {
        RegionRig rig = new();
        LogBook.IsBroken = true;
        Visitor visitor = rig.Enter();
        SendFailure failure = rig.Fail(packet => packet.Buffer.DataLength == 501);
        visitor.Queue(Channel.Land, 501);
        visitor.Queue(Channel.Land, 502);
        rig.Run(1);
        Assert.That(failure.Attempts, Is.EqualTo(1));
        Assert.That(visitor.Sent.Select(packet => packet.Bytes), Is.EqualTo(new[] { 502 }));
    }

    [Test]
    public void Every_failure_is_counted_and_at_most_one_is_logged_every_ten_seconds()
    {
        FailureLog log = new(() => "Here");
        for (int i = 0; i < 25; i++)
            log.Report("sending to Ada", new IOException("no way"), Instant.FromSeconds(i));
        Assert.That(log.Count.SinceReset, Is.EqualTo(25));
        Assert.That(LogBook.Lines, Is.EqualTo(new[]
        {
            "ERROR [MONGOOSE]: sending to Ada in region Here failed (1 failures so far): no way",
            "ERROR [MONGOOSE]: sending to Ada in region Here failed (11 failures so far): no way",
            "ERROR [MONGOOSE]: sending to Ada in region Here failed (21 failures so far): no way",
        }));
        log.Count.Reset();
        Assert.That(log.Count.SinceReset, Is.Zero);
        log.Report("sending to Ada", new IOException("no way"), Instant.FromSeconds(40));
        Assert.That(log.Count.SinceReset, Is.EqualTo(1));
    }

    [Test]
    public void A_region_whose_name_cannot_be_read_does_not_make_the_log_throw()
    {
        FailureLog log = new(() => throw new InvalidOperationException());
        Assert.That(() => log.Report("sending", new IOException("no way"), Instant.Zero), Throws.Nothing);
        Assert.That(log.Count.SinceReset, Is.EqualTo(1));
    }

    private static void Break(RegionRig rig, Visitor visitor, string member)
    {
        visitor.View.OnCall = visitor.Client.OnCall = Throw;
        rig.Server.OnCallFor = (client, called) =>
        {
            if (client == visitor.Client)
                Throw(called);
        };
        rig.Server.OnSending = packet =>
        {
            if (packet.Client == visitor.Client)
                Throw("SendPacketFinal");
        };

        void Throw(string called)
        {
            if (called == member || member == "all")
                throw new InvalidOperationException(called);
        }
    }
}
