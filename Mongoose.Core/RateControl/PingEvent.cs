using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>The answer to a ping has arrived.</summary>
/// <param name="Now">When.</param>
/// <param name="RoundTrip">
/// How long it took. Viewers measure in frames and may find zero; controllers take 1 ms for anything shorter.
/// </param>
public readonly record struct PingEvent(Instant Now, Duration RoundTrip)
{
    /// <summary>The shortest round trip that is believed: CWND / RTT must stay finite.</summary>
    public static readonly Duration MinRoundTrip = Duration.FromMilliseconds(1);

    /// <summary>The longest: a minute, beyond any path.</summary>
    public static readonly Duration MaxRoundTrip = Duration.FromSeconds(60);

    /// <summary><see cref="RoundTrip"/> within [<see cref="MinRoundTrip"/>, <see cref="MaxRoundTrip"/>].</summary>
    public Duration Sample => Duration.Clamp(RoundTrip, MinRoundTrip, MaxRoundTrip);
}
