namespace Mongoose.Core.RateControl.PathControl;

/// <summary>The present mode of path control for a circuit.</summary>
public enum PathMode
{
    /// <summary>Path control does not limit the rate: as far as known, the path carries the allowed rate.</summary>
    Free,

    /// <summary>Path control keeps the queueing delay of the path low.</summary>
    Delay,

    /// <summary>Other traffic fills the path's queue whatever the circuit does, so the circuit takes its share like a TCP.</summary>
    Competing,

    /// <summary>Acks have stopped, so only probes are sent. The sender detects this mode, not the controller.</summary>
    Silent,
}

/// <summary>The names of modes.</summary>
public static class PathModeNames
{
    /// <summary>The name for circuits without path control.</summary>
    public const string Off = "off";

    /// <summary>The explanation of the modes for operators.</summary>
    public const string Help =
        "Mode is free (the path carries the allowed rate), delay (the queue on the path is kept short),\n"
        + "competing (other traffic fills that queue) or silent (the viewer has stopped acknowledging).";

    /// <summary>The name that operators see.</summary>
    public static string Name(this PathMode? mode) => mode?.ToString().ToLowerInvariant() ?? Off;
}
