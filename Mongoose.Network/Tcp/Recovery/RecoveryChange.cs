namespace Mongoose.Network.Tcp.Recovery;

/// <summary>What an acknowledgment means for fast recovery.</summary>
internal enum RecoveryChange
{
    None,
    /// <summary>It has to begin.</summary>
    Entered,
    /// <summary>It is over.</summary>
    Left,
}
