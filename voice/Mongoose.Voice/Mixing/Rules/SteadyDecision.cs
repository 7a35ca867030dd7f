using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Derives the number of streams from T with little effect of T's noise: T is rounded to the nearest number instead of down, and a raise
/// needs two decisions in a row.
/// <para>
/// The lost packets of a sender grow with its rate, and T with the square root of the interval between losses, so T underestimates the
/// room of a sender with few streams. If a raise waited for T to carry a whole additional stream, a sender with a fair share of three
/// streams would stay at one.
/// </para>
/// </summary>
/// <param name="packets">The packets in which streams travel.</param>
internal struct SteadyDecision(StreamPackets packets)
{
    private const double Half = 0.5;

    private DataRate _previous;

    /// <summary>
    /// One more stream if T is, and was at the last decision, at least half a stream above the present ones; otherwise <see cref="Fewer"/>.
    /// The first decision never raises.
    /// </summary>
    /// <param name="streams">The present streams, at least 1.</param>
    /// <param name="fair">T, the fair rate.</param>
    public int Decide(int streams, DataRate fair)
    {
        DataRate lower = DataRate.Min(_previous, fair);
        _previous = fair;
        return packets.StreamsIn(lower) >= streams + Half ? streams + 1 : Fewer(streams, fair);
    }

    /// <summary>
    /// The nearest number of streams, at least 1, if T is more than half a stream below the present ones; otherwise the present ones.
    /// </summary>
    public readonly int Fewer(int streams, DataRate fair)
    {
        double carried = packets.StreamsIn(fair);
        return carried < streams - Half ? Math.Min(Nearest(fair), streams) : streams;
    }

    /// <summary>The number of streams nearest to a rate, at least 1.</summary>
    public readonly int Nearest(DataRate rate) => Math.Max(1, (int)Math.Floor(packets.StreamsIn(rate) + Half));
}
