using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The queueing delay that a number of streams may cause. It falls as the streams grow, so that of two senders who see the same queue the one with more
/// streams yields first: a sender who comes later gets its share from those who have more. Up to three streams, and from twelve on, the limit is the same.
/// </summary>
internal static class DelayLimit
{
    /// <summary>Below this delay there is room for another stream, as far as the queue shows.</summary>
    public static readonly Duration Short = Duration.FromMilliseconds(25);

    /// <summary>
    /// Between the limits of four and five streams lie 29 ms. The queue of a line of eight streams grows by about that much until the sender with four
    /// sees that the one with five has yielded.
    /// </summary>
    private const double StreamMilliseconds = 450;

    /// <summary>Jitter must not exceed the first, and listeners notice the second.</summary>
    private const double Lowest = 40, Highest = 150;

    /// <summary>The limit of a stream that is tried after silence: higher than all others, so that those who have two yield before it.</summary>
    public static readonly Duration AfterSilence = Duration.FromMilliseconds(200);

    /// <summary>What a try may add, so that a sender with more streams has yielded, and the yield shows, before the try is given up.</summary>
    private static readonly Duration Try = Duration.FromMilliseconds(20);

    /// <summary>The limit while the last of a number of streams, at least 1, may be a try.</summary>
    public static Duration Of(int streams, bool isTrying) => isTrying ? Of(streams) + Try : Of(streams);

    /// <summary>The limit of a number of streams, at least 1.</summary>
    public static Duration Of(int streams) => Duration.FromMilliseconds(Math.Clamp(StreamMilliseconds / (streams - 0.5), Lowest, Highest));
}
