using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The queueing delay that a number of streams may cause. It decreases with the number, so that of two senders that share a queue the one
/// with more streams yields first: a newcomer gets its share from those with more streams. It is constant up to three streams, and from
/// twelve on.
/// </summary>
internal static class DelayLimit
{
    /// <summary>Below this delay the queue leaves room for another stream.</summary>
    public static readonly Duration Short = Duration.FromMilliseconds(25);

    /// <summary>A queue above this delay may be full. That of a CoDel is shorter, even on a slow line.</summary>
    public static readonly Duration Long = Duration.FromMilliseconds(100);

    /// <summary>
    /// The limits of four and five streams differ by 29 ms. The queue of a line of eight streams grows by about this delay until the sender
    /// with four streams can see that the one with five has yielded.
    /// </summary>
    private const double StreamMs = 450;

    /// <summary>The limits' bounds in ms: jitter must not reach the lower one, and listeners notice a delay of the upper one.</summary>
    private const double MinMs = 40, MaxMs = 150;

    /// <summary>
    /// The limit of a stream that is tried after silence: higher than all others, so that senders with two streams yield first.
    /// </summary>
    public static readonly Duration AfterSilence = Duration.FromMilliseconds(200);

    /// <summary>
    /// The additional delay that a trial may cause, so that a sender with more streams has time to yield before the trial ends.
    /// </summary>
    private static readonly Duration Try = Duration.FromMilliseconds(20);

    /// <summary>The limit while the last of a number of streams, at least 1, may be a trial.</summary>
    public static Duration Of(int streams, bool isTrying) => isTrying ? Of(streams) + Try : Of(streams);

    /// <summary>The limit of a number of streams, at least 1.</summary>
    public static Duration Of(int streams) => Duration.FromMilliseconds(Math.Clamp(StreamMs / (streams - 0.5), MinMs, MaxMs));
}
