namespace Mongoose.Network.Packets;

/// <summary>The ECN field of an IP header (RFC 3168 section 5), with its values on the wire.</summary>
public enum Ecn : byte
{
    /// <summary>Not-ECT: a queue that wants to signal congestion can only drop it.</summary>
    NotCapable = 0b00,
    /// <summary>ECT(1).</summary>
    Capable1 = 0b01,
    /// <summary>ECT(0).</summary>
    Capable0 = 0b10,
    /// <summary>CE: a queue on the way signalled congestion.</summary>
    CongestionExperienced = 0b11,
}
