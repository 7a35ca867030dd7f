using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>The arrival of a ping reply.</summary>
/// <param name="Now">When the reply arrived.</param>
/// <param name="RoundTrip">
/// The measured round-trip time. Viewers measure in frames and may measure zero; controllers use 1 ms for anything shorter.
/// </param>
public readonly record struct PingEvent(Instant Now, Duration RoundTrip)
{
    /// <summary>Minimum round trip used, because CWND / RTT must stay finite.</summary>
    public static readonly Duration MinRoundTrip = Duration.FromMilliseconds(1);

    /// <summary>Maximum round trip used: a minute, longer than on any path.</summary>
    public static readonly Duration MaxRoundTrip = Duration.FromSeconds(60);

    /// <summary><see cref="RoundTrip"/> within [<see cref="MinRoundTrip"/>, <see cref="MaxRoundTrip"/>].</summary>
    public Duration Sample => Duration.Clamp(RoundTrip, MinRoundTrip, MaxRoundTrip);
}
