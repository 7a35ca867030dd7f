namespace Mongoose.Verse.Wire;

/// <summary>Why a datagram was refused. Of these only <see cref="TooManyKeys"/> ends the connection.</summary>
public enum VerseError
{
    /// <summary>The datagram was accepted.</summary>
    None,
    /// <summary>The datagram ends within its header or a command.</summary>
    Truncated,
    /// <summary>The datagram's version is not 1, or reserved bits of its first byte are set.</summary>
    BadVersion,
    /// <summary>The datagram's flags have reserved bits, or contradict each other, its content or the phase of the connection.</summary>
    BadFlags,
    /// <summary>The datagram has more than 64 system commands, or one that is unknown or malformed.</summary>
    BadCommand,
    /// <summary>The datagram's acknowledgments are not in ascending order, or end with a NAK.</summary>
    BadAcknowledgment,
    /// <summary>The datagram acknowledges a payload id that was never sent.</summary>
    AcknowledgesUnsent,
    /// <summary>The datagram's Ank id is above every payload id that was received.</summary>
    AnkFromFuture,
    /// <summary>
    /// The datagram's payload id or Ank id is too far from the ids received so far, or it acknowledges one that is too far from those sent.
    /// </summary>
    ImplausibleId,
    /// <summary>A value is malformed, or longer than allowed.</summary>
    BadValue,
    /// <summary>The datagram sets more keys than allowed; the other keys were set. The connection ends.</summary>
    TooManyKeys,
    /// <summary>The datagram is a duplicate, or too old to be used. The acknowledgments are sent again.</summary>
    Repeated,
    /// <summary>The datagram belongs to another connection or phase. Pass it to the listener, if there is one.</summary>
    NotThisConnection,
    /// <summary>The server's RESPOND has no well-formed cookie.</summary>
    BadCookie,
    /// <summary>The connection is closed.</summary>
    Closed,
}
