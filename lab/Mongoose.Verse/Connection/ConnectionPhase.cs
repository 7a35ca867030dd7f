namespace Mongoose.Verse.Connection;

/// <summary>The phases of a connection.</summary>
public enum ConnectionPhase
{
    /// <summary>The handshake is under way. Values may be set; they wait.</summary>
    Connecting,
    /// <summary>Values travel in both directions.</summary>
    Open,
    /// <summary>This end closes: waiting values and those in flight are delivered first.</summary>
    Closing,
    /// <summary>The connection has ended: see <see cref="VerseConnection.CloseReason"/>.</summary>
    Closed,
}

/// <summary>Why a connection has ended.</summary>
public enum CloseReason
{
    /// <summary>The connection has not ended.</summary>
    None,
    /// <summary>This end closed it: during the handshake at once, otherwise when its peer agreed or did not answer in time.</summary>
    ByThisEnd,
    /// <summary>The peer closed it.</summary>
    ByPeer,
    /// <summary>The handshake did not succeed within <see cref="VerseOptions.DeadAfter"/>.</summary>
    NoAnswer,
    /// <summary>Nothing arrived from the peer for <see cref="VerseOptions.DeadAfter"/>.</summary>
    PeerDead,
    /// <summary>The peer exceeded a limit of this end's options.</summary>
    LimitExceeded,
}
