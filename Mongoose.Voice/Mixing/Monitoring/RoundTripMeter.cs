using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>The round trip, smoothed in two ways.</summary>
internal struct RoundTripMeter
{
    /// <summary>Weight of a packet (paper, section 5.1).</summary>
    private const double Smoothing = 1.0 / 8;

    /// <summary>
    /// How long a long round trip is remembered: about the time in which a TCP refills a buffer of a second after a loss.
    /// </summary>
    private static readonly Duration Memory = Duration.FromSeconds(20);

    private Instant _at;

    public readonly bool HasSample => Smoothed > Duration.Zero;

    /// <summary>The mean of the last packets; zero before the first.</summary>
    public Duration Smoothed { get; private set; }

    /// <summary>
    /// The round trip at which losses happen: follows <see cref="Smoothed"/> up at once, and down over 20 s. Behind a deep buffer the round trip of TCP
    /// swings between half and full; a rate that swings with it would change the streams several times a minute.
    /// </summary>
    public Duration Congested { get; private set; }

    /// <summary>Adds the round trip of a packet, above zero.</summary>
    public void Add(Duration sample, Instant now)
    {
        Smoothed = HasSample ? Smoothed + (sample - Smoothed) * Smoothing : sample;
        double weight = 1 - Math.Exp(-Math.Max(0, (now - _at) / Memory));
        Congested = Congested < Smoothed ? Smoothed : Congested + (sample - Congested) * weight;
        _at = now;
    }
}
