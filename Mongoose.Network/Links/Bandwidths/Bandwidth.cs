using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>
/// What a link's transmitter can carry, by time since it started, in bytes on the wire. A description; <see cref="Start"/> makes the
/// transmitter that follows it.
/// </summary>
public abstract record Bandwidth
{
    /// <param name="now">When its time begins.</param>
    public abstract ITransmitter Start(Instant now);

    /// <summary>Whole bytes that a busy transmitter carries from after <paramref name="from"/> until <paramref name="to"/>.</summary>
    public abstract long BytesIn(Duration from, Duration to);
}
