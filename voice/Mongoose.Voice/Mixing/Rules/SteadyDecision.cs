using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Decides how many streams follow from T so that T's noise moves them little: T is rounded to the nearest number instead of down, and a raise needs two
/// decisions in a row.
/// <para>
/// The lost packets of a sender grow with its rate, and T with the root of its interval between losses: with few streams T shows less room than there is.
/// A raise that waited for T to carry a whole stream more would keep a sender at one stream whose fair share is three.
/// </para>
/// </summary>
/// <param name="packets">The packets in which streams travel.</param>
internal struct SteadyDecision(StreamPackets packets)
{
    private const double Half = 0.5;

    private DataRate _previous;

    /// <summary>
    /// One stream more if T is and was at the last decision half a stream or more above the present ones; <see cref="Fewer"/> if it is lower;
    /// otherwise the present ones. The first decision raises nothing.
    /// </summary>
    /// <param name="streams">The present streams, at least 1.</param>
    /// <param name="fair">T.</param>
    public int Decide(int streams, DataRate fair)
    {
        DataRate lower = DataRate.Min(_previous, fair);
        _previous = fair;
        return packets.StreamsIn(lower) >= streams + Half ? streams + 1 : Fewer(streams, fair);
    }

    /// <summary>The nearest number of streams, at least 1, if T is more than half a stream below the present ones; otherwise those.</summary>
    public readonly int Fewer(int streams, DataRate fair)
    {
        double carried = packets.StreamsIn(fair);
        return carried < streams - Half ? Math.Clamp((int)Math.Floor(carried + Half), 1, streams) : streams;
    }
}
