using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>One rate all the time, of bytes on the wire.</summary>
public sealed record FixedBandwidth(DataRate Rate) : Bandwidth, ITransmitter
{
    public override ITransmitter Start(Instant now) => this;

    public override long BytesIn(Duration from, Duration to) => Rate.BytesIn(to - from);

    public Instant Finish(int wireBytes, Instant start, bool backToBack) => start + Rate.TimeToSend(wireBytes);
}
