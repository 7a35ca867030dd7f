namespace Mongoose.Core.Sending;

/// <summary>What holds a circuit back.</summary>
public enum LimitedBy
{
    /// <summary>Nothing: what it has to send goes at once, or after a burst's time.</summary>
    Nothing,

    /// <summary>What the viewer asks for.</summary>
    Viewer,

    /// <summary>The most that the region allows one circuit.</summary>
    Cap,

    /// <summary>What the path carries.</summary>
    Path,

    /// <summary>The limit of the region, which its circuits share.</summary>
    Scene,

    /// <summary>What is unacknowledged: the limit on it is met, or acks have stopped.</summary>
    Window,
}
