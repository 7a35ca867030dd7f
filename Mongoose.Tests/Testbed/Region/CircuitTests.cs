using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>A region's side of a circuit, one datagram at a time.</summary>
public sealed class CircuitTests
{
    private static readonly string[] Outbounds = RegionRig.Outbounds;

    [TestCaseSource(nameof(Outbounds))]
    public void The_circuit_code_opens_a_circuit_and_the_handshake_reply_starts_it(string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound, Activity = Activity.Walking, Prims = 50, Landscape = true });
        rig.Peer.Ping(1);
        rig.Run(1);
        Assert.That(rig.Peer.Received, Is.Empty, "without a circuit there is no answer");

        rig.Peer.Open(code: 99);
        rig.Run(0.001);
        Assert.That(rig.Circuit.Opening, Is.EqualTo(new UseCircuitCode(99, RawPeer.SessionId, RawPeer.AgentId)));
        Assert.That(rig.Circuit.Rates, Is.EqualTo(StockThrottles.Default));
        Assert.That(rig.Peer.Of(MessageId.RegionHandshake).Single().IsReliable);
        Assert.That(rig.Peer.Of(MessageId.AgentMovementComplete).Single().IsReliable);
        Assert.That(AckedSequences(rig.Peer), Does.Contain(2u), "the circuit code is acked at once");
        rig.Run(3);
        Assert.That(rig.Peer.Received.Where(IsContent), Is.Empty);

        rig.Peer.Arrive(RegionRig.Rates(2));
        rig.Run(3);
        Assert.That(rig.Peer.Received.Where(IsContent).Select(d => d.Message).Distinct(),
            Is.EquivalentTo(new[] { MessageId.ObjectUpdate, MessageId.ImprovedTerseObjectUpdate, MessageId.LayerData }));
        Assert.That(rig.Peer.Received.Select(d => d.Sequence), Is.EqualTo(Enumerable.Range(1, rig.Peer.Received.Count)),
            "sequence numbers are assigned when packets are sent, without gaps");

        static bool IsContent(RawDatagram d) =>
            d.Message is MessageId.ObjectUpdate or MessageId.ImprovedTerseObjectUpdate or MessageId.LayerData;
    }

    [TestCase("anna", false)]
    [TestCase(null, true)]
    public void A_circuit_has_the_visitor_and_the_role_of_its_region(string? visitor, bool isRoot)
    {
        RegionRig rig = new(new RegionOptions { Visitor = visitor, Role = isRoot ? CircuitRole.Root : CircuitRole.Child });
        rig.Peer.Open();
        rig.Run(0.1);
        Assert.That((rig.Circuit.Visitor, rig.Circuit.IsRoot), Is.EqualTo((visitor, isRoot)));
    }

    [Test]
    public void A_truncated_circuit_code_neither_opens_nor_restarts_a_circuit()
    {
        RegionRig rig = new(new RegionOptions());
        byte[] truncated =
            Wire.Datagram((ref DatagramWriter w) => new UseCircuitCode(1, Guid.NewGuid(), Guid.NewGuid()).Write(ref w))[..^1];
        rig.Peer.Send(truncated);
        rig.Run(0.1);
        Assert.That(rig.Region.Circuits, Is.Empty);
        rig.Peer.Open();
        rig.Run(0.1);
        rig.Peer.Send(truncated);
        rig.Run(0.1);
        Assert.That(rig.Peer.Of(MessageId.RegionHandshake).Count(), Is.EqualTo(1));
    }

    [TestCaseSource(nameof(Outbounds))]
    public void A_message_sent_twice_is_handled_once_and_acked_twice(string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound });
        rig.Enter(4);
        uint sequence = rig.Peer.RequestAsset();
        byte[] again = (byte[])rig.Peer.Sent[^1].Clone();
        DatagramHeader.MarkResent(again);
        rig.Run(1);
        rig.Peer.Send(again);
        rig.Run(1);
        Assert.That(rig.Peer.Of(MessageId.TransferInfo).Count(), Is.EqualTo(1));
        Assert.That(rig.Peer.Of(MessageId.TransferPacket).Count(), Is.EqualTo(20));
        Assert.That(AckedSequences(rig.Peer).Count(acked => acked == sequence), Is.EqualTo(2));
    }

    [TestCaseSource(nameof(Outbounds))]
    public void Every_reliable_message_is_acked_within_half_a_second_and_no_other_is(string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound });
        rig.Enter(4);
        rig.Peer.Ping(1);
        rig.Run(0.5);
        uint[] reliable = rig.Peer.Sent.Where(d => (d[0] & (byte)PacketFlags.Reliable) != 0)
            .Select(d => DatagramHeader.GetSequence(d)).ToArray();
        Assert.That(AckedSequences(rig.Peer), Is.EquivalentTo(reliable));
    }

    [TestCase(null, 1000)]
    [TestCase(10, 250)]
    // OpenSim's filter starts at 20 ms: after the first pong it is 0.8 * 20 + 0.2 * ping. The timeout is 5 times that, limited to 250 to
    // 3000 ms.
    [TestCase(100, 250)]
    [TestCase(300, 380)]
    [TestCase(900, 980)]
    public void In_stock_an_unacked_packet_is_resent_with_its_number_after_each_timeout(int? pingMs, int timeoutMs)
    {
        RawDatagram[][] bySequence = RequestWithoutAcks(OutboundNames.Stock, pingMs, 2.5 * timeoutMs / 1000 + 0.3);
        double[] gaps = bySequence.SelectMany(Gaps).ToArray();
        TestContext.Out.WriteLine($"ping {pingMs} ms: resent after {gaps.Min():0.0} to {gaps.Max():0.0} ms");
        Assert.That(bySequence, Has.Length.EqualTo(21).And.All.Length.GreaterThanOrEqualTo(2));
        // Allows for the next check, at most 100 ms later, and for 21 kB on the Resend channel at 100 kB/s after stock's buckets and
        // sleeps.
        Assert.That(gaps, Has.All.InRange(timeoutMs, timeoutMs + 100 + 350));
        Assert.That(gaps.Min(), Is.LessThanOrEqualTo(timeoutMs + 116), "the first resend is sent at the first check");
    }

    [TestCase(null, 1000)]
    [TestCase(10, 250)]
    [TestCase(300, 380)]
    public void Without_acks_Mongoose_resends_after_the_timeout_and_doubles_it_for_each_further_resend(int? pingMs, int timeoutMs)
    {
        RawDatagram[][] bySequence = RequestWithoutAcks(OutboundNames.Mongoose, pingMs, 30);
        RawDatagram[] resends = bySequence.SelectMany(same => same.Skip(1)).OrderBy(d => d.At.Nanoseconds).ToArray();
        double first = bySequence.SelectMany(Gaps).Min();
        double[] between = resends.Zip(resends.Skip(1), (a, b) => (b.At - a.At).Milliseconds).ToArray();
        TestContext.Out.WriteLine($"ping {pingMs} ms: first after {first:0.0} ms, "
            + $"then {string.Join(", ", between.Select(ms => ms.ToString("0")))}");
        Assert.That(bySequence, Has.Length.EqualTo(21));
        Assert.That(first, Is.InRange(timeoutMs, timeoutMs + 116));
        for (int i = 0; i < between.Length; i++)
            Assert.That(between[i], Is.InRange(Math.Min(timeoutMs * Math.Pow(2, i + 1), 4000) - 0.1,
                Math.Min(timeoutMs * Math.Pow(2, i + 1), 4000) + 116), $"resend {i + 2}");
    }

    [Test]
    public void A_resent_packet_that_is_acked_is_not_sent_again()
    {
        RegionRig rig = new(new RegionOptions());
        Circuit circuit = rig.Enter(4);
        rig.Peer.Acks = false;
        rig.Peer.RequestAsset();
        rig.Run(1.5);
        rig.Peer.Ack(rig.Peer.Received.Where(d => d.IsReliable).Select(d => d.Sequence).Distinct().ToArray());
        int before = rig.Peer.Received.Count;
        rig.Run(4);
        Assert.That(rig.Peer.Received.Skip(before).Where(d => d.IsResent), Is.Empty);
        Assert.That((circuit.UnackedPackets, circuit.UnackedBytes), Is.EqualTo((0, 0L)));
    }

    [Test]
    public void Acks_may_be_appended_to_other_datagrams()
    {
        RegionRig rig = new(new RegionOptions());
        rig.Peer.Acks = false;
        rig.Peer.Open();
        rig.Run(0.1);
        Assert.That(rig.Circuit.UnackedPackets, Is.EqualTo(2));
        byte[] ping = new byte[64];
        int length = Wire.Datagram((ref DatagramWriter w) => new StartPingCheck(1, 0).Write(ref w)).Length;
        Wire.Datagram((ref DatagramWriter w) => new StartPingCheck(1, 0).Write(ref w), sequence: 50).CopyTo(ping, 0);
        DatagramHeader.AppendAcks(ping, ref length, rig.Peer.Received.Where(d => d.IsReliable).Select(d => d.Sequence).ToArray());
        rig.Peer.Send(ping[..length]);
        rig.Run(0.1);
        Assert.That(rig.Circuit.UnackedPackets, Is.Zero);
        Assert.That(rig.Peer.Of(MessageId.CompletePingCheck).Count(), Is.EqualTo(1));
    }

    [Test]
    public void Pings_are_sent_in_both_directions()
    {
        RegionRig rig = new(new RegionOptions());
        rig.Enter(1);
        rig.Peer.Ping(200);
        rig.Run(0.001);
        Assert.That(rig.Peer.Of(MessageId.CompletePingCheck).Single().Body, Is.EqualTo(new byte[] { 200 }));
        rig.Run(20);
        Assert.That(rig.Peer.Of(MessageId.StartPingCheck).Select(d => d.At.Seconds), Is.EqualTo(new[] { 5.0, 10, 15, 20 }));
        Assert.That(rig.Peer.Of(MessageId.StartPingCheck).Select(d => d.Body[0]), Is.EqualTo(new byte[] { 1, 2, 3, 4 }));
    }

    [Test]
    public void The_round_trip_is_that_of_the_last_ping_and_unexpected_pongs_are_ignored()
    {
        RegionRig rig = new(new RegionOptions());
        Circuit circuit = rig.Enter(1);
        rig.Run(1);
        rig.Peer.Pong(0); // Before the first ping.
        rig.Run(1);
        Assert.That(circuit.RoundTrip, Is.EqualTo(Duration.FromMilliseconds(200)), "the initial estimate is unchanged");
        AnswerPingAt(5, 0.100);
        AssertRoundTrip(100);
        rig.Peer.Pong(1); // A late duplicate.
        rig.Run(2);
        AssertRoundTrip(100);
        AnswerPingAt(10, 0.200);
        AssertRoundTrip(200);
        rig.Peer.Pong(77);
        rig.Run(1);
        AssertRoundTrip(200);

        void AnswerPingAt(double seconds, double delay)
        {
            rig.Clock.RunUntil(Instant.FromSeconds(seconds + delay));
            rig.Peer.Pong(rig.Peer.Of(MessageId.StartPingCheck).Last().Body[0]);
            rig.Run(1);
        }

        void AssertRoundTrip(double milliseconds) => Assert.That(circuit.RoundTrip.Milliseconds, Is.EqualTo(milliseconds).Within(1e-3));
    }

    [Test]
    public void The_resend_timeout_is_five_times_a_filter_that_starts_at_20_ms_and_moves_by_a_fifth_of_the_difference_with_each_pong()
    {
        RegionRig rig = new(new RegionOptions());
        Circuit circuit = rig.Enter(1);
        AssertTimeout(1000);
        rig.Clock.RunUntil(Instant.FromSeconds(5.2));
        rig.Peer.Pong(1);
        rig.Run(0);
        AssertTimeout(5 * 56);
        rig.Clock.RunUntil(Instant.FromSeconds(10.2));
        rig.Peer.Pong(2);
        rig.Run(0);
        AssertTimeout(5 * 84);
        rig.Clock.RunUntil(Instant.FromSeconds(10.9));
        rig.Peer.Pong(1); // OpenSim ignores the numbers of pongs.
        rig.Run(0);
        AssertTimeout(5 * 247);

        void AssertTimeout(double milliseconds) =>
            Assert.That(((ICircuitPort)circuit).Path.ResendTimeout.Milliseconds, Is.EqualTo(milliseconds).Within(1e-6));
    }

    [TestCaseSource(nameof(Outbounds))]
    public void A_minute_of_silence_closes_the_circuit_and_frees_its_packets(string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound, Activity = Activity.Flying, Prims = 5000, Landscape = true });
        Circuit circuit = rig.Enter(1);
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids);
        rig.Peer.RequestAsset();
        rig.Run(1);
        rig.Peer.Acks = false;
        Instant silent = circuit.LastReceivedAt;
        rig.Clock.RunUntil(silent + Duration.FromSeconds(60));
        Assert.That(rig.Region.Circuits, Has.Count.EqualTo(1));
        Assert.That(rig.Region.Pool.InUse, Is.GreaterThan(0));
        rig.Run(0.1);
        Assert.That(rig.Region.Circuits, Is.Empty);
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
        Assert.That(circuit.IsClosed);

        int before = rig.Peer.Received.Count;
        rig.Peer.RequestAsset();
        rig.Run(5);
        Assert.That(rig.Peer.Received, Has.Count.EqualTo(before));
    }

    [TestCaseSource(nameof(Outbounds))]
    public void Logout_is_answered_frees_everything_and_lets_the_viewer_return(string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound, Activity = Activity.Flying, Prims = 5000, Landscape = true });
        Circuit circuit = rig.Enter(0.5);
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids);
        rig.Peer.RequestAsset();
        rig.Run(1.5);
        rig.Peer.Logout();
        rig.Run(0.001);
        Assert.That(LogoutReply.TryRead(rig.Peer.Of(MessageId.LogoutReply).Single().Body, out LogoutReply reply));
        Assert.That((reply.AgentId, reply.SessionId), Is.EqualTo((RawPeer.AgentId, RawPeer.SessionId)));
        Assert.That(rig.Region.Circuits, Is.Empty);
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
        for (Channel channel = Channel.Resend; channel <= Channel.Asset; channel++)
            Assert.That(circuit.Counters(channel).Queued.Packets, Is.Zero);
        int before = rig.Peer.Received.Count;
        rig.Run(5);
        Assert.That(rig.Peer.Received, Has.Count.EqualTo(before), "nothing is sent after it");

        rig.Peer.Received.Clear();
        Assert.That(rig.Enter(1), Is.Not.SameAs(circuit));
        rig.Run(1);
        Assert.That(rig.Peer.Of(MessageId.RegionHandshake).Single().Sequence, Is.LessThan(3u));
    }

    [TestCaseSource(nameof(Outbounds)), CancelAfter(30_000)]
    public void Packets_acked_in_the_resend_queue_are_freed_by_a_logout(string outbound, CancellationToken deadline)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound });
        Circuit circuit = rig.Enter(1);
        rig.Peer.Acks = false;
        rig.Peer.RequestAsset();
        while (circuit.QueuedPackets(Channel.Resend) < 3 && !deadline.IsCancellationRequested)
            rig.Run(0.001);
        rig.Peer.Ack(rig.Peer.Received.Where(d => d.IsReliable).Select(d => d.Sequence).Distinct().ToArray());
        rig.Peer.Logout();
        rig.Run(1);
        Assert.That(rig.Region.Circuits, Is.Empty);
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
    }

    [Test]
    public void A_full_resend_queue_only_delays_resends()
    {
        RegionRig rig = new(new RegionOptions { QueueLimitBytes = 10_000 });
        Circuit circuit = rig.Enter(4);
        rig.Peer.Acks = false;
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids.Take(3));
        rig.Run(5);
        Assert.That(circuit.Counters(Channel.Resend).Dropped.Packets, Is.GreaterThan(0), "the queue was never full");
        rig.Peer.Acks = true;
        rig.Run(60);
        Assert.That((circuit.UnackedPackets, circuit.UnackedBytes), Is.EqualTo((0, 0L)));
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
    }

    [Test]
    public void Stocks_refill_after_the_circuit_has_closed_makes_no_packets()
    {
        RegionRig rig = new(new RegionOptions { Outbound = OutboundNames.Stock });
        Circuit circuit = rig.Enter(4);
        rig.Region.PacketSent = _ =>
        {
            if (circuit.QueuedPackets(Channel.Texture) != 4)
                return;
            rig.Region.PacketSent = null;
            rig.Peer.Logout(); // Arrives between the pass, which requests a refill, and the refill.
        };
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids);
        rig.Run(5);
        Assert.That(rig.Region.Circuits, Is.Empty);
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
    }

    [Test]
    public void A_viewer_that_stops_acking_stalls_Mongoose_at_its_window_but_resends_continue([Values(1, 8)] double megabits)
    {
        RegionRig rig = new(new RegionOptions());
        Circuit circuit = rig.Enter(megabits);
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids);
        rig.Run(1);
        rig.Peer.Acks = false;
        long max = 0;
        rig.Region.PacketSent = _ => max = Math.Max(max, circuit.UnackedBytes);
        rig.Run(20);

        long window = Math.Max(64 * 1024, (long)(megabits * 1e6 / 8 * 0.7)); // rate x (200 ms + 500 ms)
        Assert.That(max, Is.InRange(window * 0.98, window + OutPacket.MaxBytes + 500));
        RawDatagram[] last = rig.Peer.Received.Where(d => d.At > rig.Clock.Now - Duration.FromSeconds(5) && d.IsReliable).ToArray();
        Assert.That(last, Is.Not.Empty);
        Assert.That(last.Where(d => !d.IsResent), Is.Empty);

        rig.Peer.Acks = true;
        int before = rig.Peer.Received.Count(d => !d.IsResent);
        rig.Run(20);
        Assert.That(rig.Peer.Received.Count(d => !d.IsResent), Is.GreaterThan(before + 500), "sending continues");
        rig.Region.Dispose();
        Assert.That(rig.Region.Totals.Stalls, Is.GreaterThan(0));
        Assert.That(rig.Region.Pool.InUse, Is.Zero);
    }

    [Test]
    public void A_viewer_that_stops_acking_stalls_stock_at_51_packets()
    {
        RegionRig rig = new(new RegionOptions { Outbound = OutboundNames.Stock });
        Circuit circuit = rig.Enter(8);
        rig.Peer.RequestTextures(rig.Region.Options.Textures.Ids);
        rig.Peer.Acks = false;
        int max = 0;
        rig.Region.PacketSent = _ => max = Math.Max(max, circuit.UnackedPackets);
        rig.Run(2);
        // The limit is checked once per pass, which may then send one packet on each of six channels.
        Assert.That(max, Is.InRange(51, 56));
        Assert.That(rig.Peer.Received.Where(d => d.IsResent), Is.Not.Empty);
    }

    private static IEnumerable<uint> AckedSequences(RawPeer peer)
    {
        foreach (RawDatagram datagram in peer.Of(MessageId.PacketAck))
        {
            Assert.That(PacketAck.TryRead(datagram.Body, out PacketAck acks));
            uint[] sequences = new uint[acks.Sequences.Count];
            for (int i = 0; i < sequences.Length; i++)
                sequences[i] = acks.Sequences[i];
            foreach (uint sequence in sequences)
                yield return sequence;
        }
    }

    /// <summary>The packets of an asset, by sequence number, that a region sends to a viewer that acks nothing.</summary>
    private static RawDatagram[][] RequestWithoutAcks(string outbound, int? pingMs, double seconds)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound });
        Circuit circuit = rig.Enter(8);
        if (pingMs is { } delay)
        {
            rig.Peer.Handler = d =>
            {
                if (d.Message == MessageId.StartPingCheck)
                    rig.Clock.At(d.At + Duration.FromMilliseconds(delay), () => rig.Peer.Pong(d.Body[0]));
            };
            rig.Run(7);
            Assert.That(circuit.RoundTrip.Milliseconds, Is.EqualTo(delay).Within(1e-6));
        }
        rig.Peer.Acks = false;
        rig.Run(0.0137);
        rig.Peer.RequestAsset();
        rig.Run(seconds);
        return rig.Peer.Received.Where(d => d.Message is MessageId.TransferInfo or MessageId.TransferPacket)
            .GroupBy(d => d.Sequence).Select(g => g.ToArray()).ToArray();
    }

    /// <summary>Milliseconds between the transmissions of one packet, which differ only in their flag.</summary>
    private static IEnumerable<double> Gaps(RawDatagram[] same)
    {
        Assert.That(same[0].IsResent, Is.False);
        for (int i = 1; i < same.Length; i++)
        {
            Assert.That(same[i].IsResent);
            Assert.That(same[i].Bytes[1..], Is.EqualTo(same[0].Bytes[1..]), "identical except for the flag");
            yield return (same[i].At - same[i - 1].At).Milliseconds;
        }
    }
}
