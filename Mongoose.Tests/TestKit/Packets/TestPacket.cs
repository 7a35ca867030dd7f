using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Packets;

/// <summary>A packet with a number that records whether it has been released.</summary>
internal sealed class TestPacket : Packet
{
    public TestPacket(int number, int bytes = 1000, ushort port = 1, Ecn ecn = Ecn.NotCapable)
    {
        Number = number;
        WireBytes = bytes;
        Flow = FlowOf(port);
        Ecn = ecn;
    }

    public int Number { get; }

    public bool IsReleased { get; private set; }

    /// <summary>One flow per port.</summary>
    public static FlowKey FlowOf(ushort port) => new(new UdpAddress(0x0A000001, port), new UdpAddress(0x0A000002, 9000), FlowKey.Udp);

    public override Packet Copy() => throw new NotSupportedException();

    public override void Release()
    {
        Assert.That(IsReleased, Is.False, $"packet {Number} released twice");
        IsReleased = true;
    }
}
