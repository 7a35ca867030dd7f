using Mongoose.Core.Units;
using Mongoose.Testbed.Voices;
using Mongoose.Voice.Mixing.Feedback;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Voices;

public sealed class VoiceReportTests
{
    [ForAll]
    public void A_report_is_read_as_it_was_written(long at, uint first, (ushort Before, ushort Held)[] packets)
    {
        PacketArrival[] arrivals = packets.Take(ArrivalLog.MaxArrivals)
            .Select(packet => new PacketArrival(unchecked(first - packet.Before / 2u), Duration.FromMicroseconds(packet.Held * 100.0))).ToArray();
        (Instant readAt, PacketArrival[] read) = Read(Write(new Instant(at), arrivals));
        Assert.That(readAt, Is.EqualTo(new Instant(at)));
        Assert.That(read, Is.EqualTo(arrivals));
    }

    [Test]
    public void The_longest_report_takes_four_bytes_for_each_packet_and_fits_into_one()
    {
        PacketArrival[] arrivals = Enumerable.Range(0, ArrivalLog.MaxArrivals).Select(number => new PacketArrival((uint)number, Duration.Zero)).ToArray();
        Assert.That(Write(Instant.Zero, arrivals), Has.Length.EqualTo(12 + 4 * 256).And.Length.EqualTo(VoiceReport.MaxBytes).And.Length.LessThan(1472));
    }

    [Test]
    public void Times_held_are_rounded_to_100_microseconds_and_limited()
    {
        Duration[] held = [Duration.FromMicroseconds(149), Duration.FromMicroseconds(151), Duration.FromSeconds(60)];
        (_, PacketArrival[] read) = Read(Write(Instant.Zero, held.Select((time, i) => new PacketArrival((uint)i, time)).ToArray()));
        Assert.That(read.Select(arrival => arrival.Held.Microseconds), Is.EqualTo(new[] { 100.0, 200, 6_553_500 }));
    }

    [Test]
    public void A_number_too_far_behind_is_left_out()
    {
        (_, PacketArrival[] read) = Read(Write(Instant.Zero, [new(70_000, Duration.Zero), new(4464, Duration.Zero), new(4465, Duration.Zero)]));
        Assert.That(read.Select(arrival => arrival.Number), Is.EqualTo(new[] { 70_000u, 4465u }));
    }

    [TestCase(0)]
    [TestCase(11)]
    [TestCase(13)]
    [TestCase(12 + 4 * 257)]
    public void Datagrams_of_other_lengths_are_no_reports(int length) =>
        Assert.That(VoiceReport.TryRead(new byte[length], new PacketArrival[ArrivalLog.MaxArrivals], out _), Is.False);

    private static byte[] Write(Instant at, PacketArrival[] arrivals)
    {
        byte[] datagram = new byte[VoiceReport.MaxBytes];
        return datagram[..VoiceReport.Write(new ArrivalReport(at, arrivals), datagram)];
    }

    private static (Instant At, PacketArrival[] Arrivals) Read(byte[] datagram)
    {
        Assert.That(VoiceReport.TryRead(datagram, new PacketArrival[ArrivalLog.MaxArrivals], out ArrivalReport report));
        return (report.At, report.Arrivals.ToArray());
    }
}
