namespace Mongoose.Testbed.Links.Bandwidths;

/// <summary>What a link's transmitter can carry, by time. A description; <see cref="Start"/> makes the transmitter that follows it.</summary>
public abstract record Bandwidth
{
    public abstract ITransmitter Start();
}
