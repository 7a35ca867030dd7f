using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>A circuit's path, and a viewer whose datagrams are numbered and carry acks. Packets have 1000 bytes.</summary>
internal sealed class PathRig
{
    public const int Bytes = 1000;

    private uint _datagram = 100;

    public PathRig(SendingOptions options)
    {
        Path = new CircuitPath(options, line: null, isRoot: true, Now);
        Path.Control?.SetAllowed(DataRate.FromKilobitsPerSecond(5000), Now);
    }

    public FakePort Port { get; } = new();

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    public CircuitPath Path { get; }

    public double RoundTrip => Path.RoundTrip.Milliseconds;

    public PathRig Pass(double milliseconds)
    {
        Now += Duration.FromMilliseconds(milliseconds);
        return this;
    }

    public PathRig Send(params uint[] numbers) => Send(Channel.Task, numbers);

    public PathRig Resend(params uint[] numbers) => Send(Channel.Resend, numbers);

    /// <summary>The viewer acknowledges packets in one datagram, which arrives now.</summary>
    public PathRig Ack(params uint[] numbers)
    {
        _datagram++;
        return RepeatDatagram(numbers);
    }

    /// <summary>A datagram with the last number and these acks arrives now.</summary>
    public PathRig RepeatDatagram(params uint[] numbers)
    {
        Path.Inbox.Datagram(_datagram, Now);
        foreach (uint number in numbers)
            Path.Inbox.Acked(_datagram, number, Now);
        return Poll();
    }

    /// <summary>Packets 101 to 110 are overtaken by 111 to 120, and the loss is evaluated.</summary>
    public PathRig LoseTen()
    {
        uint[] later = [.. Enumerable.Range(111, 10).Select(static number => (uint)number)];
        return Send([.. Enumerable.Range(101, 10).Select(static number => (uint)number)]).Send(later).Pass(100).Ack(later).Pass(6).Poll();
    }

    /// <summary>Datagrams of the viewer are lost.</summary>
    public PathRig LoseDatagrams(uint datagrams)
    {
        _datagram += datagrams;
        return this;
    }

    public PathRig Poll()
    {
        Path.Poll(Port, Now);
        return this;
    }

    private PathRig Send(Channel channel, uint[] numbers)
    {
        foreach (uint number in numbers)
            Path.PacketSent(number, new Grant(channel, Bytes, Borrowed: false), Now);
        return this;
    }
}
