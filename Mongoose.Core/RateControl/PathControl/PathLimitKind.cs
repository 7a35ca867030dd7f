namespace Mongoose.Core.RateControl.PathControl;

/// <summary>The reasons why path control does not raise the rate.</summary>
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
