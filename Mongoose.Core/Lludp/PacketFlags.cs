namespace Mongoose.Core.Lludp;

/// <summary>The first byte of a datagram. The low four bits are unused and are ignored on reading.</summary>
[Flags]
public enum PacketFlags : byte
{
    None = 0,

    /// <summary>Acknowledgements follow the body: sequence numbers, then one byte that counts them.</summary>
    AppendedAcks = 0x10,

    /// <summary>The packet was sent before with the same sequence number.</summary>
    Resent = 0x20,

    /// <summary>The sender resends the packet until it is acknowledged.</summary>
    Reliable = 0x40,

    /// <summary>
    /// The bytes after the header and its extra bytes, up to the appended acks, are encoded with <see cref="ZeroCoding"/>.
    /// </summary>
    ZeroCoded = 0x80,
}
