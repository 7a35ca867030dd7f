namespace Mongoose.Core.RateControl;

/// <summary>
/// S: the mean size of the stream's packets, in bytes. The mean of all until there are <see cref="Memory"/>, then a moving average in which
/// each weighs 1/<see cref="Memory"/>: slow, because a window in bytes should not follow the mixture of the moment.
/// </summary>
public struct PacketMean
{
    /// <summary>The mean that the Mongoose paper measured (section IV.B), assumed before the first packet.</summary>
    public const double TypicalBytes = 375;

    /// <summary>Packets that the average remembers.</summary>
    public const int Memory = 256;

    private int _count;

    public PacketMean()
    {
    }

    public double Bytes { get; private set; } = TypicalBytes;

    public void Add(int bytes)
    {
        // To divide by a power of two and to multiply by its inverse is the same, and one is faster.
        if (_count == Memory)
            Bytes += (bytes - Bytes) * (1.0 / Memory);
        else
            Bytes += (bytes - Bytes) / ++_count;
    }
}
