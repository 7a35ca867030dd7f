namespace Mongoose.Voice.Mixing.Rules;

/// <summary>What the number of streams follows.</summary>
public enum MixingMode
{
    /// <summary>Losses alone, or a fixed number.</summary>
    Losses,

    /// <summary>The queueing delay, which the sender's own streams cause; losses too.</summary>
    Delay,

    /// <summary>Losses, because others keep a queue whatever the sender does.</summary>
    Competing,

    /// <summary>Only probes are sent: nothing arrives, or too little of it.</summary>
    Probing,
}
