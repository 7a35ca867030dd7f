using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// A constant number of streams on any path: "forward all" and "mix all", with which the paper compares its rule (section 6.2). It never
/// probes.
/// </summary>
/// <param name="streams">The streams, at least 1.</param>
/// <exception cref="ArgumentOutOfRangeException"><paramref name="streams"/> is below 1.</exception>
internal sealed class FixedRule(int streams) : IMixingRule
{
    public int Streams { get; } = streams >= 1 ? streams
        : throw new ArgumentOutOfRangeException(nameof(streams), streams, "allowed: at least 1");

    public MixingMode Mode => MixingMode.Losses;

    public void OnReading(in PathReading reading)
    {
    }

    public void OnSilence(Instant now)
    {
    }
}
