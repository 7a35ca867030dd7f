namespace Mongoose.Verse.Acknowledgment;

/// <summary>How a payload packet's id compares with those that arrived before.</summary>
public enum ArrivalKind
{
    /// <summary>The next id.</summary>
    InOrder,
    /// <summary>Ids before it are missing: they get NAKs.</summary>
    AfterGap,
    /// <summary>The id was missing, and arrives after a later one.</summary>
    Late,
    /// <summary>The id arrived before, or is too old to know whether it did.</summary>
    Repeated,
    /// <summary>The id is implausibly far from the others.</summary>
    Implausible,
}
