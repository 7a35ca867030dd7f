using Mongoose.Core.Units;

namespace Mongoose.Testbed.Links.Bandwidths;

/// <summary>One rate all the time, of bytes on the wire.</summary>
public sealed record FixedBandwidth(DataRate Rate) : Bandwidth, ITransmitter
{
    public override ITransmitter Start() => this;

    public Instant Finish(int wireBytes, Instant start) => start + Rate.TimeToSend(wireBytes);
}
