using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>
/// The capacity of a link's transmitter over time, in bytes on the wire. This is a description; <see cref="Start"/> creates the transmitter
/// that follows it.
/// </summary>
public abstract record Bandwidth
{
    /// <param name="now">The start of the transmitter's time.</param>
    public abstract ITransmitter Start(Instant now);

    /// <summary>
    /// Whole bytes that a busy transmitter carries after <paramref name="from"/>, until <paramref name="to"/>; 0 if that depends on more
    /// than the time.
    /// </summary>
    public abstract long BytesIn(Duration from, Duration to);
}

/// <summary>A constant rate of bytes on the wire.</summary>
public sealed record FixedBandwidth(DataRate Rate) : Bandwidth, ITransmitter
{
    public override ITransmitter Start(Instant now) => this;

    public override long BytesIn(Duration from, Duration to) => Rate.BytesIn(to - from);

    public Instant Finish(int wireBytes, Instant start, bool backToBack) => start + Rate.TimeToSend(wireBytes);
}

/// <summary>
/// Computes when packets have been sent. Call it once for each packet, in order: it keeps the rest of a transmission opportunity.
/// </summary>
public interface ITransmitter
{
    /// <summary>
    /// When the last bit of a packet is sent if its transmission can begin at <paramref name="start"/>; <see cref="Instant.Never"/> if the
    /// rate is zero from then on.
    /// </summary>
    /// <param name="wireBytes">The packet's size on the wire.</param>
    /// <param name="start">Not before the end of the previous packet.</param>
    /// <param name="backToBack">Whether the packet waited for the previous one, which ended at <paramref name="start"/>.</param>
    Instant Finish(int wireBytes, Instant start, bool backToBack);
}
