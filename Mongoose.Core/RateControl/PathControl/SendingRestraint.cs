using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Remembers when the circuits sent less than they could, to drain a queue or to probe. Packets that arrived then do not show the rate
/// that the line can deliver.
/// </summary>
internal struct SendingRestraint
{
    /// <summary>A line that delivers less than this part of the restrained rate is slower than that.</summary>
    private const double Part = 0.8;

    /// <summary>Reports that are further apart belong to different restraints.</summary>
    private static readonly Duration Pause = Duration.FromMilliseconds(100);

    private double _rate;
    private Instant _since, _until;

    public SendingRestraint() => _since = _until = Instant.LongAgo;

    /// <summary>The circuits send at a restrained rate, in bytes per second.</summary>
    public void Record(double rate, Instant now)
    {
        if (now - _until > Pause)
            _since = now;
        (_rate, _until) = (rate, now);
    }

    /// <summary>Whether the restraint explains a sample of the delivery rate.</summary>
    /// <param name="delivered">The sample, in bytes per second.</param>
    /// <param name="sent">When its newest packet was sent.</param>
    /// <param name="feedback">The time that a sample covers.</param>
    public readonly bool Explains(double delivered, Instant sent, Duration feedback) =>
        sent >= _since && sent < _until + feedback && delivered > _rate * Part;
}
