namespace Mongoose.Verse.Wire;

/// <summary>The flags in byte 1 of a packet (Verse 2). The low three bits are reserved and zero.</summary>
[Flags]
public enum HeaderFlags : byte
{
    None = 0,
    /// <summary>A payload packet: it has a payload id and is acknowledged.</summary>
    Payload = 0x80,
    /// <summary>The packet has an AckNak id and acknowledgments.</summary>
    Ack = 0x40,
    /// <summary>The packet has an Ank id.</summary>
    Ank = 0x20,
    /// <summary>The first packets of a handshake.</summary>
    Syn = 0x10,
    /// <summary>The sender closes the connection.</summary>
    Fin = 0x08,
}
