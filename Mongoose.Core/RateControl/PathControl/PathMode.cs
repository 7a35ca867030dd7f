namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What path control does with a circuit at present.</summary>
public enum PathMode
{
    /// <summary>Nothing: the path carries what is asked for, as far as is known.</summary>
    Free,

    /// <summary>It keeps the queueing delay of the path low.</summary>
    Delay,

    /// <summary>Others fill the path's queue whatever the circuit does; it takes its share as a TCP does.</summary>
    Competing,

    /// <summary>Acks have stopped; nothing but probes goes. The sender finds that, not the controller.</summary>
    Silent,
}
