using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// A constant number of streams on any path: "forward all" and "mix all", with which the paper compares its rule (section 6.2). It never
/// probes.
/// </summary>
internal sealed class FixedRule : IMixingRule
{
    /// <param name="streams">The streams, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="streams"/> is below 1.</exception>
    public FixedRule(int streams)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(streams, 1);
        Streams = streams;
    }

    public int Streams { get; }

    public MixingMode Mode => MixingMode.Losses;

    public void OnReading(in PathReading reading)
    {
    }

    public void OnSilence(Instant now)
    {
    }
}
