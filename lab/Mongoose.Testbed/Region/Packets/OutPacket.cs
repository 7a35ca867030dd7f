using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Packets;

/// <summary>An outgoing datagram; a reliable one is kept until its ack. Reused through <see cref="OutPacketPool"/>.</summary>
internal sealed class OutPacket
{
    /// <summary>OpenSim's MTU, which leaves room for appended acks.</summary>
    public const int MaxBytes = 1400;

    public byte[] Buffer { get; } = new byte[MaxBytes];

    public int Length { get; set; }

    public bool Reliable { get; set; }

    /// <summary>The channel of its data; a resend is sent on <see cref="Channel.Resend"/>.</summary>
    public Channel Channel { get; set; }

    public uint Sequence { get; set; }

    /// <summary>When it was last sent; <see cref="Instant.Never"/> before that and while it is in the resend queue.</summary>
    public Instant SentAt { get; set; }

    public int Resends { get; set; }

    /// <summary>The packet's ordinal among the circuit's object updates; 0 for other packets.</summary>
    public long UpdateOrdinal { get; set; }

    /// <summary>Acked while it was in the resend queue: the circuit drops it at the head of the queue.</summary>
    public bool Acked { get; set; }

    public ReadOnlySpan<byte> Datagram => Buffer.AsSpan(0, Length);

    /// <summary>Starts the datagram; the sequence number is assigned when it is sent.</summary>
    public DatagramWriter Begin() => new(Buffer, Reliable ? PacketFlags.Reliable : PacketFlags.None);

    /// <summary>Completes the datagram that <see cref="Begin"/> started.</summary>
    /// <exception cref="InvalidOperationException">The datagram is too long, which is a bug in the code that wrote it.</exception>
    public void Finish(in DatagramWriter writer)
    {
        if (!writer.TryFinish(out int length))
            throw new InvalidOperationException($"a packet of channel {Channel} exceeds {MaxBytes} bytes");
        Length = length;
    }
}

/// <summary>A pool of free packets, one per region; not thread-safe.</summary>
internal sealed class OutPacketPool
{
    private readonly Stack<OutPacket> _free = new();

    /// <summary>Number of packets rented and not yet returned.</summary>
    public int InUse { get; private set; }

    public OutPacket Rent(Channel channel, bool reliable)
    {
        OutPacket packet = _free.TryPop(out OutPacket? free) ? free : new OutPacket();
        packet.Length = 0;
        packet.Reliable = reliable;
        packet.Channel = channel;
        packet.SentAt = Instant.Never;
        packet.Resends = 0;
        packet.UpdateOrdinal = 0;
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
