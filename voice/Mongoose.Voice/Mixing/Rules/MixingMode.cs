namespace Mongoose.Voice.Mixing.Rules;

/// <summary>The signal that decides the number of streams.</summary>
public enum MixingMode
{
    /// <summary>Losses alone, or a fixed number.</summary>
    Losses,

    /// <summary>The queueing delay, which the sender's own streams cause; losses too.</summary>
    Delay,

    /// <summary>Losses, because other senders keep a queue, whatever this sender does.</summary>
    Competing,

    /// <summary>Only probes are sent: nothing arrives, or too little.</summary>
    Probing,
}
