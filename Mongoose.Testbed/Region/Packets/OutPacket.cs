using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Packets;

/// <summary>A datagram on its way out, and while it is reliable, until its ack. Kept and reused by <see cref="OutPacketPool"/>.</summary>
internal sealed class OutPacket
{
    /// <summary>OpenSim's MTU, which leaves room for appended acks.</summary>
    public const int MaxBytes = 1400;

    public byte[] Buffer { get; } = new byte[MaxBytes];

    public int Length { get; set; }

    public bool Reliable { get; set; }

    /// <summary>The channel whose data it carries; a resend travels on <see cref="Channel.Resend"/>.</summary>
    public Channel Channel { get; set; }

    public uint Sequence { get; set; }

    /// <summary>When it was sent last; never, while it waits to be sent.</summary>
    public Instant SentAt { get; set; }

    public int Resends { get; set; }

    /// <summary>Acked while it waited to be resent: the circuit drops it when its turn comes.</summary>
    public bool Acked { get; set; }

    public ReadOnlySpan<byte> Datagram => Buffer.AsSpan(0, Length);

    /// <summary>Starts the datagram; its sequence number is given when it is sent.</summary>
    public DatagramWriter Begin() => new(Buffer, Reliable ? PacketFlags.Reliable : PacketFlags.None);

    /// <summary>Ends the datagram that <see cref="Begin"/> started.</summary>
    /// <exception cref="InvalidOperationException">It did not fit: a bug in the code that wrote it.</exception>
    public void Finish(in DatagramWriter writer)
    {
        if (!writer.TryFinish(out int length))
            throw new InvalidOperationException($"a packet of channel {Channel} exceeds {MaxBytes} bytes");
        Length = length;
    }
}

/// <summary>Packets that are free. One per region; not thread-safe.</summary>
internal sealed class OutPacketPool
{
    private readonly Stack<OutPacket> _free = new();

    /// <summary>Packets handed out and not returned.</summary>
    public int InUse { get; private set; }

    public OutPacket Rent(Channel channel, bool reliable)
    {
        OutPacket packet = _free.TryPop(out OutPacket? free) ? free : new OutPacket();
        packet.Length = 0;
        packet.Reliable = reliable;
        packet.Channel = channel;
        packet.SentAt = Instant.Never;
        packet.Resends = 0;
        packet.Acked = false;
        InUse++;
        return packet;
    }

    public void Return(OutPacket packet)
    {
        InUse--;
        _free.Push(packet);
    }
}
