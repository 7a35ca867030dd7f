namespace Mongoose.Voice.Rtp;

/// <summary>Why a circuit breaker is open.</summary>
internal enum BreakerCause
{
    None,

    /// <summary>Packets are sent, and reports say that nothing arrives.</summary>
    MediaTimeout,

    /// <summary>Reports have stopped.</summary>
    ReportTimeout,

    /// <summary>The rate is more than ten times that of a TCP with the same loss.</summary>
    Congestion,

    /// <summary>More than half of the packets are lost.</summary>
    Unusable,
}
