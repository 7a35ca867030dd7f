using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>A circuit rate, and the Throttles field of the message that requests it.</summary>
internal sealed record SplitVector(long RateBps, string Payload)
{
    /// <summary>
    /// Rates just below and above each preset and the minimum, typical rates, rates that no float represents exactly, and the maximum.
    /// </summary>
    public static IReadOnlyList<SplitVector> All { get; } =
        new long[]
            {
                0, 1, 51_199, 51_200, 51_201, 218_000, 307_199, 307_200, 307_201, 511_999, 512_000, 512_001, 768_000, 1_023_999, 1_024_000,
                1_024_001, 1_500_000, 3_072_000, 4_608_000, 6_144_000, 16_777_217, 33_554_433, 1_000_000_007, 100_000_000_000,
            }
            .Select(bits => From(DataRate.FromBitsPerSecond(bits))).ToArray();

    public static SplitVector From(DataRate rate) =>
        new(rate.BitsPerSecond, TracePlayer.Payload(ViewerSplit.Of(rate, double.MaxValue)));
}
