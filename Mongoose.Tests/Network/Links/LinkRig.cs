using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Network.Links;

/// <summary>One link in simulated time, with numbered datagrams as input, and its output.</summary>
internal sealed class LinkRig : IPacketReceiver
{
    private readonly PacketPool<DatagramPacket> _pool = DatagramPacket.NewPool();

    /// <param name="options">The link's options.</param>
    /// <param name="scheduler">A scheduler for the link in place of the clock itself.</param>
    public LinkRig(LinkOptions options, Func<SimulatedScheduler, IScheduler>? scheduler = null) =>
        Link = new Link(scheduler?.Invoke(Clock) ?? Clock, options);

    public SimulatedScheduler Clock { get; } = new();

    public Link Link { get; }

    /// <summary>The delivered packets: time, number, and bytes on the wire.</summary>
    public List<(Instant At, int Number, int WireBytes)> Delivered { get; } = [];

    public int[] Numbers => Delivered.Select(packet => packet.Number).ToArray();

    public void Send(int number, int wireBytes)
    {
        DatagramPacket packet = _pool.Rent();
        byte[] payload = new byte[Math.Max(4, wireBytes - DatagramPacket.HeaderBytes)];
        BinaryPrimitives.WriteInt32LittleEndian(payload, number);
        packet.Set(default, payload);
        packet.Receiver = this;
        Link.Receive(packet);
    }

    void IPacketReceiver.Receive(Packet packet)
    {
        Delivered.Add((Clock.Now, BinaryPrimitives.ReadInt32LittleEndian(((DatagramPacket)packet).Payload), packet.WireBytes));
        packet.Release();
    }
}
