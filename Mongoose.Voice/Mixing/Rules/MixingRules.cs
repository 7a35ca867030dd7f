using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>The rules by name.</summary>
public static class MixingRules
{
    public const string Paper = "paper", Steady = "steady", Fixed = "fixed";

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names { get; } = [Steady, Paper, Fixed];

    /// <summary>Creates a rule by its name.</summary>
    public static IMixingRule Create(string name, StreamPackets packets, int max, int fixedStreams, double decisionRoundTrips, Instant now) => name switch
    {
        Paper => new PaperRule(packets, max, decisionRoundTrips),
        Fixed => new FixedRule(fixedStreams),
        _ => new SteadyRule(packets, max, now),
    };
}
