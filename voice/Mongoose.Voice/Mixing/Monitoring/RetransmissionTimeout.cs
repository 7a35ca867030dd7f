using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// TCP's retransmission timeout (RFC 2988 section 2, which the paper cites in section 5.2), without back-off, because nothing is resent.
/// </summary>
internal struct RetransmissionTimeout
{
    /// <summary>The timeout before the first sample (2.1).</summary>
    public static readonly Duration Initial = Duration.FromSeconds(3);

    /// <summary>The shortest timeout (2.4).</summary>
    public static readonly Duration Min = Duration.FromSeconds(1);

    /// <summary>The longest timeout (2.5).</summary>
    public static readonly Duration Max = Duration.FromSeconds(60);

    private Duration _smoothed, _variation;
    private bool _hasSample;

    /// <summary>SRTT + 4 RTTVAR within the limits (2.2 and 2.3, K = 4).</summary>
    public readonly Duration Value => _hasSample ? Duration.Clamp(_smoothed + _variation * 4, Min, Max) : Initial;

    /// <summary>Adds a round trip, at least zero; alpha is 1/8 and beta 1/4 (2.3).</summary>
    public void Add(Duration sample)
    {
        if (!_hasSample)
            (_hasSample, _smoothed, _variation) = (true, sample, sample / 2);
        else
        {
            _variation = _variation * 0.75 + (_smoothed - sample).Absolute * 0.25;
            _smoothed = _smoothed * 0.875 + sample * 0.125;
        }
    }
}
