namespace Mongoose.Core.Sending;

/// <summary>What holds a circuit back.</summary>
public enum LimitedBy
{
    /// <summary>Nothing: packets are sent immediately, or within the time that pacing a burst takes.</summary>
    Nothing,

    /// <summary>The rate that the viewer asks for.</summary>
    Viewer,

    /// <summary>The region's maximum rate per circuit.</summary>
    Cap,

    /// <summary>The rate that the path carries.</summary>
    Path,

    /// <summary>The region's total limit, which its circuits share.</summary>
    Scene,

    /// <summary>Unacknowledged data: its limit is reached, or acks have stopped.</summary>
    Window,
}
