using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Decides how many streams follow from T so that T's noise moves them little: rounding to the nearest number instead of down costs no half stream in the
/// mean, and a raise needs two decisions in a row.
/// </summary>
/// <param name="packets">The packets in which streams travel.</param>
internal struct SteadyDecision(StreamPackets packets)
{
    private DataRate _previous;

    /// <summary>
    /// One stream more if T carries it now and carried it at the last decision. If T lacks more than half of what the last stream adds, the nearest number
    /// of streams, at least 1. Otherwise the present ones. The first decision raises nothing.
    /// </summary>
    /// <param name="streams">The present streams, at least 1.</param>
    /// <param name="fair">T.</param>
    public int Decide(int streams, DataRate fair)
    {
        DataRate lower = DataRate.Min(_previous, fair);
        _previous = fair;
        if (lower >= packets.RateOf(streams + 1))
            return streams + 1;
        double nearest = Math.Floor(packets.StreamsIn(fair) + 0.5);
        return nearest < streams ? Math.Max(1, (int)nearest) : streams;
    }
}
