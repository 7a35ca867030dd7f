using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// One packet per 2 ms over a round trip of 100 ms; one in a hundred is lost and sent again. Each datagram carries 24 acks, as viewers
/// collect them.
/// </summary>
public sealed class PathAllocationTests
{
    private const uint Delay = 50, AcksPerDatagram = 24;

    private readonly FakePort _port = new() { IsLogging = false };
    private readonly CircuitPath _path =
        new(new SendingOptions { PathControl = PathControlOptions.Default, FastResend = true }, line: null, isRoot: true, Instant.Zero);
    private uint _number, _datagram;

    [Test]
    public void Neither_a_packet_nor_an_ack_allocates()
    {
        Run(packets: 20_000);
        long lost = _path.Counts.Found;
        Assert.That(Allocation.FewestBytes(() => Run(packets: 50_000)), Is.Zero);
        Assert.That(_path.Counts.Found - lost, Is.EqualTo(2000).Within(10));
        Assert.That(_path.InFlight.Packets, Is.LessThan(300));
    }

    private void Run(int packets)
    {
        for (int i = 0; i < packets; i++)
        {
            Instant now = Instant.FromMilliseconds(2.0 * ++_number);
            Send(_number, Channel.Texture, now);
            if (IsLost(_number - 2 * Delay))
                Send(_number - 2 * Delay, Channel.Resend, now);
            if (_number > 4 * Delay && _number % AcksPerDatagram == 0)
                Ack(now);
            _path.Poll(_port, now);
        }
    }

    private void Ack(Instant now)
    {
        _path.Inbox.Datagram(++_datagram, now);
        for (uint i = 0; i < AcksPerDatagram; i++)
        {
            uint number = _number - Delay - i;
            if (!IsLost(number))
                _path.Inbox.Acked(_datagram, number, now);
            if (IsLost(number - 2 * Delay))
                _path.Inbox.Acked(_datagram, number - 2 * Delay, now);
        }
    }

    private void Send(uint number, Channel channel, Instant now) =>
        _path.PacketSent(number, new Grant(channel, 1000, Borrowed: false), now);

    private static bool IsLost(uint number) => number % 100 == 50;
}
