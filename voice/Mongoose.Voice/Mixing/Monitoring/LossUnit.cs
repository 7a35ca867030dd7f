namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>The unit of the length of a loss interval.</summary>
public enum LossUnit
{
    /// <summary>IP bytes, in units of 1500: "virtual packets" (Widmer, Boutremans and Le Boudec 2004).</summary>
    Bytes,

    /// <summary>The packets themselves, whatever their size.</summary>
    OwnPackets,
}

/// <summary>The method that detects lost packets.</summary>
public enum LossDetection
{
    /// <summary>Three packets that were sent later have arrived (RFC 5348 section 5.1).</summary>
    LaterPackets,

    /// <summary>TCP's retransmission timeout has passed without an acknowledgment (RFC 2988; paper, section 5.2).</summary>
    Timer,
}
