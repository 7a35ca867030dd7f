namespace Mongoose.Core.Sending;

/// <summary>The limits of a circuit.</summary>
public enum LimitedBy
{
    /// <summary>Nothing: packets are sent immediately, or within the time that pacing a burst takes.</summary>
    Nothing,

    /// <summary>The rate that the viewer asks for.</summary>
    Viewer,

    /// <summary>The region's maximum rate per circuit.</summary>
    Cap,

    /// <summary>The rate that the path carries, which losses show.</summary>
    PathLoss,

    /// <summary>
    /// The rate that the path carries, which a growing queue shows; also while path control still searches for that rate.
    /// </summary>
    PathDelay,

    /// <summary>The visitor's own downloads by TCP, which have most of the line.</summary>
    Downloads,

    /// <summary>The region's total limit, which its circuits share.</summary>
    Scene,

    /// <summary>Unacknowledged data: its limit is reached, or acks have stopped.</summary>
    Window,

    /// <summary>The sender itself: it came so late, while packets waited, that it could not use the rate that it had.</summary>
    Host,
}

public static class Limits
{
    /// <summary>Whether the circuit's path is the limit.</summary>
    public static bool IsPath(this LimitedBy limit) => limit is LimitedBy.PathLoss or LimitedBy.PathDelay or LimitedBy.Downloads;
}
