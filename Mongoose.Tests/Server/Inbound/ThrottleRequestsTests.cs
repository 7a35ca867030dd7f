using System.Net;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Server.Inbound;
using OpenMetaverse;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Inbound;

/// <summary>Datagrams of viewers on their way to OpenSim.</summary>
public sealed class ThrottleRequestsTests
{
    private static readonly float[] Wanted = [100_000, 110_000, 20_000, 20_000, 400_000, 350_000, 150_000];
    private static readonly IPEndPoint Stranger = new(IPAddress.Loopback, 4711);

    private RegionRig _rig = null!;
    private Visitor _visitor = null!;

    [SetUp]
    public void Enter()
    {
        _rig = new RegionRig();
        _visitor = _rig.Enter(kilobitsPerSecond: 700);
        _rig.Server.Received.Clear();
    }

    [Test]
    public void Requested_rates_are_saved_and_passed_on_unchanged([Values] bool zeroCoded)
    {
        byte[] datagram = Datagrams.Throttle(Datagrams.Floats(Wanted), zeroCoded: zeroCoded);
        Assert.That((datagram[0] & 0x80) != 0, Is.EqualTo(zeroCoded));
        _visitor.Receive(datagram);
        Assert.That(Asked(), Is.EqualTo(Wanted));
        Assert.That(_rig.Server.Received.Single().Throttles, Is.EqualTo(Datagrams.Floats(Wanted)));
        AssertCounts(bad: 0, malformed: 0, foreign: 0);
    }

    [Test]
    public void Requested_rates_are_kept_apart_from_the_rates_that_OpenSim_allows()
    {
        _visitor.Ask(DataRate.FromKilobitsPerSecond(9000));
        _rig.Run(0.1);
        Assert.That(_rig.Server.Requests.RatesOf(_visitor.Client)!.Value.Total.KilobitsPerSecond,
            Is.EqualTo(ViewerSplit.MaximumViewerKilobits * 1.024).Within(1));
        Assert.That(_visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(5120).Within(1));
    }

    [Test]
    public void Only_the_first_seven_numbers_of_a_longer_payload_count()
    {
        byte[] payload = Datagrams.Floats([.. Wanted, 1, 2, float.NaN]);
        _visitor.Receive(Datagrams.Throttle(payload));
        Assert.That(Asked(), Is.EqualTo(Wanted));
        Assert.That(InForce(), Is.EqualTo(Wanted).Within(1));
        Assert.That(_rig.Server.Received.Single().Throttles, Is.EqualTo(payload), "unchanged");
        AssertCounts(bad: 0, malformed: 0, foreign: 0);
    }

    [TestCase(0), TestCase(4), TestCase(27), TestCase(28)]
    public void A_message_without_rates_keeps_the_rates_in_force_and_is_otherwise_processed(int payloadBytes)
    {
        _visitor.Queue(Channel.Land, packets: 3, bytes: 500);
        _visitor.Acks = false;
        _rig.Run(0.2);
        float[] before = InForce(), asked = Asked();
        byte[] payload = payloadBytes == 28 ? Datagrams.Floats([.. Wanted[..6], float.NaN]) : new byte[payloadBytes];
        _visitor.Receive(Datagrams.Throttle(payload, sequence: 44, acks: [1, 2, 3]));

        LLUDPServer.Message message = _rig.Server.Received.Single();
        Assert.That((message.Sequence, message.IsReliable), Is.EqualTo((44u, true)));
        Assert.That(message.Throttles, Has.Length.EqualTo(28));
        Assert.That(message.Acks, Is.EqualTo(new[] { 1u, 2u, 3u }));
        Assert.That(_rig.Server.FailedMessages, Is.Zero);
        Assert.That((InForce(), Asked()), Is.EqualTo((before, asked)));
        AssertCounts(bad: 1, malformed: 0, foreign: 0);
        _rig.Run(0.6);
        Assert.That(_visitor.Client.AcksSent, Does.Contain(44u));
        Assert.That((_visitor.Client.UnackedBytes, _visitor.Client.NeedAcks.Count()), Is.EqualTo((0, 0)));
    }

    [Test]
    public void Each_message_without_rates_is_counted_once()
    {
        for (int i = 0; i < 5; i++)
            _visitor.Receive(Datagrams.Throttle([]));
        AssertCounts(bad: 5, malformed: 0, foreign: 0);
        _rig.Server.ResetCounters();
        AssertCounts(bad: 0, malformed: 0, foreign: 0);
    }

    [Test]
    public void A_message_with_extra_header_bytes_is_read_too()
    {
        byte[] plain = Datagrams.Throttle(Datagrams.Floats([.. Wanted[..6], float.NaN]));
        byte[] extra = [.. plain[..5], 3, 9, 9, 9, .. plain[6..]];
        float[] before = InForce();
        _visitor.Receive(extra);
        Assert.That(InForce(), Is.EqualTo(before));
        AssertCounts(bad: 1, malformed: 0, foreign: 0);
    }

    [Test]
    public void A_truncated_message_is_malformed()
    {
        _visitor.Receive(Datagrams.Throttle(Datagrams.Floats(Wanted))[..^3]);
        Assert.That(_rig.Server.Received, Is.Empty);
        AssertCounts(bad: 0, malformed: 1, foreign: 0);
    }

    [TestCase(new byte[] { 0x50, 0, 0, 0, 1, 0, 1, 9, 9, 200 })]
    [TestCase(new byte[] { 0x10, 0, 0, 0, 1, 0 })]
    [TestCase(new byte[] { 0x10 })]
    [TestCase(new byte[] { 0x10, 0, 0, 0, 1, 255, 0, 0, 0, 0 })]
    public void A_datagram_that_claims_more_acks_than_it_has_is_malformed_and_OpenSim_does_not_see_it(byte[] datagram)
    {
        UDPPacketBuffer buffer = Visitor.Receive(_rig.Server, _visitor.Address, datagram);
        Assert.That(_rig.Server.Received, Is.Empty);
        Assert.That(buffer.DataLength, Is.EqualTo(-1), "the buffer is free again");
        AssertCounts(bad: 0, malformed: 1, foreign: 0);
    }

    [Test]
    public void Addresses_without_a_circuit_are_counted_separately()
    {
        Visitor.Receive(_rig.Server, Stranger, [0x10, 0, 0, 0, 1, 0, 1, 200]);
        Visitor.Receive(_rig.Server, Stranger, Datagrams.Throttle([]));
        AssertCounts(bad: 0, malformed: 0, foreign: 1);
        Assert.That(_rig.Server.Received, Has.Count.EqualTo(1), "OpenSim itself drops other datagrams without a circuit");
    }

    [Test]
    public void Other_datagrams_pass_with_their_acks()
    {
        _visitor.Receive(Datagrams.Ping(acks: [7, 8]));
        LLUDPServer.Message message = _rig.Server.Received.Single();
        Assert.That((message.Throttles, message.Acks), Is.EqualTo(((byte[]?)null, new[] { 7u, 8u })));
        AssertCounts(bad: 0, malformed: 0, foreign: 0);
    }

    [Test]
    public void Arbitrary_datagrams_do_no_harm()
    {
        Random random = new(7);
        byte[] good = Datagrams.Throttle(Datagrams.Floats(Wanted), acks: [1, 2]);
        for (int i = 0; i < 20_000; i++)
        {
            byte[] datagram = random.Next(2) == 0 ? good[..random.Next(1, good.Length)] : [.. good];
            for (int changes = random.Next(4); changes > 0; changes--)
                datagram[random.Next(datagram.Length)] = (byte)random.Next(256);
            UDPPacketBuffer buffer = new(_visitor.Address) { DataLength = datagram.Length };
            datagram.CopyTo(buffer.Data, 0);
            Receive(buffer);
        }
        Assert.That(InForce(), Has.All.InRange(50 * 8, 640_000 * 8));

        // Like OpenSim's parser, the stand-in's parser trusts its input. It may fail only on datagrams that are not an AgentThrottle.
        void Receive(UDPPacketBuffer buffer)
        {
            try
            {
                _rig.Server.PacketReceived(buffer);
            }
            catch (Exception exception) when (exception.TargetSite?.DeclaringType?.Assembly != typeof(MongooseModule).Assembly)
            {
            }
        }
    }

    private float[] Asked() =>
        Enumerable.Range(0, 7).Select(i => (float)_rig.Server.Requests.RatesOf(_visitor.Client)!.Value[i].BitsPerSecond).ToArray();

    private float[] InForce() => _visitor.Client.GetThrottlesPacked(1).Chunk(4).Select(bytes => BitConverter.ToSingle(bytes)).ToArray();

    private void AssertCounts(long bad, long malformed, long foreign)
    {
        InboundCounters counters = _rig.Server.Inbound;
        Assert.That((counters.BadThrottles.SinceReset, counters.Malformed.SinceReset, counters.Foreign.SinceReset),
            Is.EqualTo((bad, malformed, foreign)));
    }
}
