namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What keeps the rate of path control from growing.</summary>
public enum PathLimitKind
{
    /// <summary>Nothing: path control still searches for the rate that the path carries.</summary>
    Search,

    /// <summary>Packets wait in the path's queue.</summary>
    Delay,

    /// <summary>The path loses packets.</summary>
    Loss,

    /// <summary>The visitor's own downloads by TCP have most of the line.</summary>
    Downloads,
}
