namespace Mongoose.Verse.Wire;

/// <summary>The first byte of a system command. Bytes from 32 on begin the payload.</summary>
public enum CommandKind : byte
{
    /// <summary>The payload packet with this id, and those up to the next command, arrived.</summary>
    Ack = 1,
    /// <summary>The payload packet with this id, and those up to the next command, did not arrive.</summary>
    Nak = 2,
    /// <summary>The sender wants to change a feature of its own.</summary>
    ChangeLocal = 3,
    /// <summary>The sender wants its peer to change a feature.</summary>
    ChangeRemote = 4,
    /// <summary>The sender has set its own feature to the value.</summary>
    ConfirmLocal = 5,
    /// <summary>The sender knows that its peer's feature has the value.</summary>
    ConfirmRemote = 6,
    /// <summary>
    /// How long the newest acknowledged packet waited for its acknowledgment, two bytes, in units of 10 µs. Verse 2 has no such command;
    /// without it a held acknowledgment would look like a longer round trip.
    /// </summary>
    Held = 7,
    /// <summary>Values follow, up to the end of the packet. The first of Verse 2's node commands.</summary>
    Values = 32,
}

/// <summary>The features that can be negotiated, with Verse 2's numbers.</summary>
public enum Feature : byte
{
    /// <summary>1 none, 2 window.</summary>
    FlowControl = 1,
    /// <summary>1 none, 2 TCP-like.</summary>
    CongestionControl = 2,
    Url = 3,
    /// <summary>Bytes that the peer returns: the cookie of the handshake.</summary>
    Token = 4,
    Definition = 5,
    /// <summary>The number of bits by which the windows in headers are shifted, 0 to 14.</summary>
    WindowScale = 6,
    /// <summary>A number of 32 bits (IEEE 754).</summary>
    FramesPerSecond = 7,
    /// <summary>1 none, 2 shared address.</summary>
    CommandCompression = 8,
    ClientName = 9,
    ClientVersion = 10,
}
