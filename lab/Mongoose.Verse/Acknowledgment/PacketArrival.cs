namespace Mongoose.Verse.Acknowledgment;

/// <summary>How a payload packet's id compares with those that arrived before.</summary>
public enum PacketArrival
{
    /// <summary>The next id.</summary>
    InOrder,
    /// <summary>Ids before it are missing: they get NAKs.</summary>
    AfterGap,
    /// <summary>It was missing, and arrives after a later one.</summary>
    Late,
    /// <summary>It arrived before, or is too old for that to be known.</summary>
    Repeated,
    /// <summary>It is too far from the others, ahead or back, to be believed.</summary>
    Implausible,
}
