namespace Mongoose.Network.Tcp.Recovery;

/// <summary>A sender's phase of recovery.</summary>
public enum RecoveryPhase
{
    /// <summary>Nothing is known to be lost; there may have been a few duplicate acknowledgments.</summary>
    Open,
    /// <summary>Fast recovery: from the third duplicate acknowledgment until all data in flight at that time is acknowledged.</summary>
    FastRecovery,
    /// <summary>After the retransmission timer has expired, until all data in flight at that time is acknowledged.</summary>
    AfterTimeout,
}

/// <summary>The effect of an acknowledgment on fast recovery.</summary>
internal enum RecoveryChange
{
    None,
    /// <summary>Fast recovery must begin.</summary>
    Entered,
    /// <summary>Fast recovery is over.</summary>
    Left,
}
