using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>The round trip, smoothed in two ways.</summary>
internal struct RoundTripMeter
{
    /// <summary>Weight of a packet (paper, section 5.1).</summary>
    private const double Smoothing = 1.0 / 8;

    /// <summary>The time constant of the mean: half of the time in which a TCP refills a buffer of a second after a loss.</summary>
    private static readonly Duration MeanTime = Duration.FromSeconds(10);

    private Instant _at;

    public readonly bool HasSample => Smoothed > Duration.Zero;

    /// <summary>The mean of the last packets; zero before the first.</summary>
    public Duration Smoothed { get; private set; }

    /// <summary>
    /// The mean of the last ten seconds. With a deep buffer on the path, the round trip oscillates with TCP's window; a fair rate that
    /// followed these oscillations would change the streams several times a minute.
    /// </summary>
    public Duration Mean { get; private set; }

    /// <summary>Adds the round trip of a packet, above zero.</summary>
    public void Add(Duration sample, Instant now)
    {
        double weight = 1 - Math.Exp(-Math.Max(0, (now - _at) / MeanTime));
        Mean = HasSample ? Mean + (sample - Mean) * weight : sample;
        Smoothed = HasSample ? Smoothed + (sample - Smoothed) * Smoothing : sample;
        _at = now;
    }
}
