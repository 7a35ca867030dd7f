namespace Mongoose.Core.RateControl.PathControl;

/// <summary>By what a path shows how much it carries.</summary>
public enum PathLimitKind
{
    /// <summary>Packets wait in the path's queue. Also the value before anything has limited the window.</summary>
    Delay,

    /// <summary>The path loses packets, or acks have stopped.</summary>
    Loss,
}
