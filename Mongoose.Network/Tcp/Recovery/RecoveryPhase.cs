namespace Mongoose.Network.Tcp.Recovery;

/// <summary>What a sender is busy with.</summary>
public enum RecoveryPhase
{
    /// <summary>As far as it knows nothing is lost; perhaps there were a few duplicate acknowledgments.</summary>
    Open,
    /// <summary>Fast recovery: from the third duplicate acknowledgment until all that was in flight then is acknowledged.</summary>
    FastRecovery,
    /// <summary>The retransmission timer went off; until all that was in flight then is acknowledged.</summary>
    AfterTimeout,
}

/// <summary>What an acknowledgment means for fast recovery.</summary>
internal enum RecoveryChange
{
    None,
    /// <summary>It has to begin.</summary>
    Entered,
    /// <summary>It is over.</summary>
    Left,
}
