namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Packs values into packets, as many to each as fit.</summary>
/// <param name="maxBytes">The longest packet, at least one message.</param>
/// <param name="send">Sends a packet.</param>
internal sealed class ValuePacker(int maxBytes, int messageBytes, PacketSender send)
{
    private readonly byte[] _packet = new byte[maxBytes];

    public void Send(ReadOnlySpan<ParticleValue> values)
    {
        int length = 0;
        foreach (ParticleValue value in values)
        {
            if (length + messageBytes > maxBytes)
            {
                send(_packet.AsSpan(0, length));
                length = 0;
            }
            value.Write(_packet.AsSpan(length));
            length += messageBytes;
        }
        if (length > 0)
            send(_packet.AsSpan(0, length));
    }

    /// <summary>Reads all values of a packet.</summary>
    public static void Read(ReadOnlySpan<byte> packet, int messageBytes, ValueHandler received)
    {
        for (; packet.Length >= messageBytes; packet = packet[messageBytes..])
            received(ParticleValue.Read(packet));
    }
}

/// <summary>Sends a packet; the span is valid during the call.</summary>
internal delegate void PacketSender(ReadOnlySpan<byte> packet);
