namespace Mongoose.Verse.Wire;

/// <summary>Why a datagram was refused. Of these only <see cref="TooManyKeys"/> ends the connection.</summary>
public enum VerseError
{
    /// <summary>The datagram was accepted.</summary>
    None,
    /// <summary>It ends before its header, or within a command or value.</summary>
    Truncated,
    /// <summary>Its version is not 1, or reserved bits are set.</summary>
    BadVersion,
    /// <summary>Its flags contradict each other, its ids or the phase of the connection.</summary>
    BadFlags,
    /// <summary>It has a system command that does not exist, or more than 64 of them.</summary>
    BadCommand,
    /// <summary>Its acknowledgments are not in ascending order, or end with a NAK.</summary>
    BadAcknowledgment,
    /// <summary>It acknowledges a payload id that was never sent.</summary>
    AcknowledgesUnsent,
    /// <summary>Its Ank id is above every payload id that was received.</summary>
    AnkFromFuture,
    /// <summary>
    /// Its payload id or Ank id is too far from the ids received so far, or it acknowledges one that is too far from those sent.
    /// </summary>
    ImplausibleId,
    /// <summary>A value is malformed, or longer than allowed.</summary>
    BadValue,
    /// <summary>It has more keys than allowed; the other ones were taken. The connection ends.</summary>
    TooManyKeys,
    /// <summary>It is a duplicate, or too old to be used. It is acknowledged again.</summary>
    Repeated,
    /// <summary>It belongs to another connection, or to another phase of this one. Pass it to the listener, if there is one.</summary>
    NotThisConnection,
    /// <summary>Its cookie is missing, forged or expired.</summary>
    BadCookie,
    /// <summary>The connection is closed.</summary>
    Closed,
}
