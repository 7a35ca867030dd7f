using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Flows;
using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Clamping.Flows;

public sealed class FlowRoundTripMeterTests
{
    private const int Segment = 1448;

    [Test]
    public void Both_halves_follow_from_timestamps()
    {
        FlowRoundTripMeter meter = default;
        Data(ref meter, 0, value: 7, echo: 100);
        Ack(ref meter, 3, value: 200, echo: 7);
        Assert.That(meter.IsKnown, Is.False);
        Data(ref meter, 53, value: 60, echo: 200);
        Assert.That(meter.IsKnown, Is.True);
        Assert.That(meter.ReceiverHalf.Min.Milliseconds, Is.EqualTo(3));
        Assert.That(meter.SenderHalf.Min.Milliseconds, Is.EqualTo(50));
        Assert.That(meter.Min.Milliseconds, Is.EqualTo(53));
    }

    [Test]
    public void Timestamps_wrap()
    {
        FlowRoundTripMeter meter = default;
        Data(ref meter, 0, value: 0xFFFF_FFFF, echo: 0);
        Ack(ref meter, 4, value: 1, echo: 0xFFFF_FFFE);
        Assert.That(meter.ReceiverHalf.HasSample, Is.False, "an older timestamp");
        Ack(ref meter, 5, value: 2, echo: 3);
        Assert.That(meter.ReceiverHalf.Min.Milliseconds, Is.EqualTo(5));
    }

    [Test]
    public void Only_the_first_segment_with_a_timestamp_counts()
    {
        FlowRoundTripMeter meter = default;
        Data(ref meter, 0, value: 7, echo: 0);
        Ack(ref meter, 5, value: 1, echo: 7);
        Data(ref meter, 6, value: 7, echo: 0);
        Ack(ref meter, 7, value: 1, echo: 7);
        Assert.That(meter.ReceiverHalf.Min.Milliseconds, Is.EqualTo(5), "the last echo may answer either segment");
    }

    [Test]
    public void An_acknowledgment_without_data_calls_for_no_answer_of_the_receiver()
    {
        FlowRoundTripMeter meter = default;
        meter.OnSenderSegment(Fields(7, 0), false, false, At(0));
        Ack(ref meter, 500, value: 1, echo: 7);
        Assert.That(meter.ReceiverHalf.HasSample, Is.False);
    }

    [Test]
    public void Without_timestamps_the_receivers_half_follows_from_sequence_numbers()
    {
        FlowRoundTripMeter meter = default;
        DataOf(ref meter, 0, sequence: 1000);
        DataOf(ref meter, 1, sequence: 1000 + Segment);
        AckOf(ref meter, 2, 1000);
        Assert.That(meter.ReceiverHalf.HasSample, Is.False);
        AckOf(ref meter, 3, 1000 + Segment);
        Assert.That(meter.ReceiverHalf.Min.Milliseconds, Is.EqualTo(3));
    }

    [Test]
    public void Retransmitted_data_gives_no_sample_without_timestamps()
    {
        FlowRoundTripMeter meter = default;
        DataOf(ref meter, 0, sequence: 1000);
        DataOf(ref meter, 300, sequence: 1000, isRetransmission: true);
        AckOf(ref meter, 303, 1000 + Segment);
        Assert.That(meter.ReceiverHalf.HasSample, Is.False);
    }

    [Test]
    public void Time_in_which_a_sender_had_nothing_to_send_is_no_round_trip()
    {
        FlowRoundTripMeter meter = default;
        meter.OnHandshake(ofSender: true, Duration.FromMilliseconds(50), Duration.Zero, At(0));
        Data(ref meter, 10, value: 1, echo: 0);
        for (int i = 1; i < 60; i++)
        {
            Ack(ref meter, 500 * i, value: (uint)i, echo: 0);
            Data(ref meter, 500 * i + 499, value: (uint)i + 1, echo: (uint)i);
        }
        Assert.That(meter.SenderHalf.Current.Milliseconds, Is.EqualTo(50));
    }

    [Test]
    public void A_sender_that_waits_for_its_window_is_measured_although_it_was_silent()
    {
        FlowRoundTripMeter meter = default;
        meter.OnHandshake(ofSender: true, Duration.FromMilliseconds(50), Duration.Zero, At(0));
        Data(ref meter, 300, value: 1, echo: 0);
        Ack(ref meter, 301, value: 9, echo: 1);
        Data(ref meter, 371, value: 2, echo: 9, isFull: true);
        Assert.That(meter.SenderHalf.Current.Milliseconds, Is.EqualTo(70));
        Assert.That(meter.SenderHalf.Min.Milliseconds, Is.EqualTo(50));
    }

    [Test]
    public void A_sender_that_has_sent_in_between_is_measured()
    {
        FlowRoundTripMeter meter = default;
        meter.OnHandshake(ofSender: true, Duration.FromMilliseconds(50), Duration.Zero, At(0));
        Ack(ref meter, 301, value: 9, echo: 0);
        Data(ref meter, 350, value: 1, echo: 0);
        Data(ref meter, 371, value: 2, echo: 9);
        Assert.That(meter.SenderHalf.Current.Milliseconds, Is.EqualTo(70));
    }

    [Test]
    public void The_current_value_is_the_least_of_200_ms_and_the_minimum_that_of_10_s()
    {
        RttHalf half = default;
        half.Add(Duration.FromMilliseconds(50), At(0));
        half.Add(Duration.FromMilliseconds(90), At(100));
        Assert.That(half.Current.Milliseconds, Is.EqualTo(50));
        half.Add(Duration.FromMilliseconds(90), At(250));
        Assert.That((half.Min.Milliseconds, half.Current.Milliseconds), Is.EqualTo((50.0, 90.0)));
        for (int i = 300; i < 10_500; i += 50)
            half.Add(Duration.FromMilliseconds(80), At(i));
        Assert.That(half.Min.Milliseconds, Is.EqualTo(80));
        Assert.That(half.IsCurrent(At(10_600)), Is.True);
        Assert.That(half.IsCurrent(At(10_700)), Is.False);
    }

    [Test]
    public void The_current_value_is_known_for_two_round_trips_with_their_queue()
    {
        RttHalf half = default;
        half.Add(Duration.FromMilliseconds(50), At(0));
        half.Add(Duration.FromMilliseconds(350), At(400));
        Assert.That((half.IsCurrent(At(1000)), half.IsCurrent(At(1200))), Is.EqualTo((true, false)));
    }

    [Test]
    public void After_a_pause_of_more_than_a_second_a_half_is_young_again()
    {
        RttHalf half = default;
        for (int i = 0; i <= 9000; i += 900)
            half.Add(Duration.FromMilliseconds(50), At(i));
        Assert.That(half.SteadySince, Is.EqualTo(At(0)));
        half.Add(Duration.FromMilliseconds(90), At(10_100));
        Assert.That(half.SteadySince, Is.EqualTo(At(10_100)));
    }

    [Test]
    public void A_known_queueing_delay_is_no_part_of_the_minimum()
    {
        RttHalf half = default;
        half.Add(Duration.FromMilliseconds(58), Duration.FromMilliseconds(8), At(0));
        Assert.That((half.Min.Milliseconds, half.Current.Milliseconds), Is.EqualTo((50.0, 58.0)));
        half.Add(Duration.FromMilliseconds(3), Duration.FromMilliseconds(8), At(10));
        Assert.That(half.Min, Is.EqualTo(Duration.Zero), "never negative");
    }

    [Test]
    public void A_known_queueing_delay_is_no_part_of_the_handshake_either()
    {
        FlowRoundTripMeter meter = default;
        meter.OnHandshake(ofSender: false, Duration.FromMilliseconds(58), Duration.FromMilliseconds(8), At(0));
        Assert.That((meter.ReceiverHalf.Min.Milliseconds, meter.ReceiverHalf.Current.Milliseconds), Is.EqualTo((50.0, 58.0)));
    }

    [Test]
    public void A_timestamp_far_ahead_ends_the_measurements_for_two_seconds()
    {
        FlowRoundTripMeter meter = default;
        Data(ref meter, 0, value: 1_000_000_000, echo: 0);
        for (int i = 1; i < 60; i++)
        {
            Data(ref meter, 50 * i, value: (uint)i, echo: 0);
            Ack(ref meter, 50 * i + 3, value: (uint)i, echo: (uint)i);
            Assert.That(meter.ReceiverHalf.HasSample, Is.EqualTo(50 * i > 2000), $"{50 * i} ms");
        }
        Assert.That(meter.ReceiverHalf.Min.Milliseconds, Is.EqualTo(3));
    }

    [Test]
    public void An_echo_after_two_seconds_is_no_round_trip()
    {
        FlowRoundTripMeter meter = default;
        Data(ref meter, 0, value: 7, echo: 0);
        Ack(ref meter, 2001, value: 1, echo: 7);
        Assert.That(meter.ReceiverHalf.HasSample, Is.False);
    }

    [Test]
    public void The_time_until_a_hole_is_repaired_is_no_round_trip()
    {
        FlowRoundTripMeter meter = default;
        Data(ref meter, 0, value: 7, echo: 0);
        meter.OnSenderSegment(Fields(60, 0) with { PayloadBytes = Segment }, true, false, At(300));
        Ack(ref meter, 305, value: 1, echo: 60);
        Assert.That(meter.ReceiverHalf.HasSample, Is.False);
    }

    [Test]
    public void Without_timestamps_requests_and_their_acknowledgments_bound_the_senders_half()
    {
        FlowRoundTripMeter meter = default;
        Request(ref meter, 0, 500);
        AnswerTo(ref meter, 30, 499);
        Assert.That(meter.SenderHalf.HasSample, Is.False);
        AnswerTo(ref meter, 90, 800);
        Assert.That(meter.SenderHalf.Current.Milliseconds, Is.EqualTo(90));
        Request(ref meter, 100, 800);
        AnswerTo(ref meter, 300, 1100);
        Assert.That(meter.SenderHalf.Current.Milliseconds, Is.EqualTo(90), "a late answer says nothing");
        Request(ref meter, 400, 1100);
        AnswerTo(ref meter, 450, 1400);
        Assert.That(meter.SenderHalf.Min.Milliseconds, Is.EqualTo(50));
    }

    [Test]
    public void A_repeated_request_gives_no_sample()
    {
        FlowRoundTripMeter meter = default;
        Request(ref meter, 0, 500);
        Request(ref meter, 300, 500);
        AnswerTo(ref meter, 310, 800);
        Assert.That(meter.SenderHalf.HasSample, Is.False);
    }

    private static void Request(ref FlowRoundTripMeter meter, double time, uint sequence) =>
        meter.OnReceiverSegment(new TcpFields { Flags = TcpFlags.Ack, Sequence = sequence, PayloadBytes = 300 }, Duration.Zero, At(time));

    private static void AnswerTo(ref FlowRoundTripMeter meter, double time, uint acknowledgment) =>
        meter.OnSenderSegment(new TcpFields { Flags = TcpFlags.Ack, Acknowledgment = acknowledgment }, false, false, At(time));

    private static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);

    private static TcpFields Fields(uint value, uint echo) => new() { Flags = TcpFlags.Ack, Timestamps = new TcpTimestamps(value, echo) };

    private static void Data(ref FlowRoundTripMeter meter, double time, uint value, uint echo, bool isFull = false) =>
        meter.OnSenderSegment(Fields(value, echo) with { PayloadBytes = Segment }, false, isFull, At(time));

    private static void Ack(ref FlowRoundTripMeter meter, double time, uint value, uint echo) =>
        meter.OnReceiverSegment(Fields(value, echo), Duration.Zero, At(time));

    private static void DataOf(ref FlowRoundTripMeter meter, double time, uint sequence, bool isRetransmission = false) =>
        meter.OnSenderSegment(new TcpFields { Flags = TcpFlags.Ack, Sequence = sequence, PayloadBytes = Segment }, isRetransmission,
            false, At(time));

    private static void AckOf(ref FlowRoundTripMeter meter, double time, uint number) =>
        meter.OnReceiverSegment(new TcpFields { Flags = TcpFlags.Ack, Acknowledgment = number }, Duration.Zero, At(time));
}
