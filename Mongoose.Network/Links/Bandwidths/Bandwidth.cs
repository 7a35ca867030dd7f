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

/// <summary>One rate all the time, of bytes on the wire.</summary>
public sealed record FixedBandwidth(DataRate Rate) : Bandwidth, ITransmitter
{
    public override ITransmitter Start(Instant now) => this;

    public override long BytesIn(Duration from, Duration to) => Rate.BytesIn(to - from);

    public Instant Finish(int wireBytes, Instant start, bool backToBack) => start + Rate.TimeToSend(wireBytes);
}

/// <summary>Says when packets are out. Ask once for each packet, in order: it keeps what is left of a transmission opportunity.</summary>
public interface ITransmitter
{
    /// <summary>
    /// When the last bit of a packet has left whose transmission can begin at <paramref name="start"/>; <see cref="Instant.Never"/> when
    /// the rate is zero from then on.
    /// </summary>
    /// <param name="wireBytes">Of the packet.</param>
    /// <param name="start">Not before the packet before it was out.</param>
    /// <param name="backToBack">The packet waited for the one before it, and <paramref name="start"/> is when that was out.</param>
    Instant Finish(int wireBytes, Instant start, bool backToBack);
}
