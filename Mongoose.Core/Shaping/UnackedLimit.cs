using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// How much a circuit may have unacknowledged: what its rate carries in a round trip and some time more, within bounds. In place of OpenSim's limit
/// on packets, which holds fast circuits over long paths below their rate.
/// </summary>
/// <param name="MinBytes">What a circuit may always have, at least 1.</param>
/// <param name="MaxBytes">
/// What it may have at most, at least <paramref name="MinBytes"/>: it bounds the memory that a viewer holds which has gone, and with it the rate
/// over a path whose round trip and <paramref name="Slack"/> carry more.
/// </param>
/// <param name="Slack">Time beyond a round trip: acks may be collected, and one resend must fit.</param>
public readonly record struct UnackedLimit(long MinBytes, long MaxBytes, Duration Slack)
{
    public static readonly UnackedLimit Default = new(64 * 1024, 1024 * 1024, Duration.FromMilliseconds(500));

    /// <summary>In bytes.</summary>
    public long Of(DataRate circuit, Duration roundTrip) => Math.Clamp(circuit.BytesIn(roundTrip + Slack), MinBytes, MaxBytes);
}
