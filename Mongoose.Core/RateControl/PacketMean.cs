namespace Mongoose.Core.RateControl;

/// <summary>
/// S: the mean size of the stream's packets, in bytes, and the mean of their squares. For the first <see cref="Memory"/> packets these are
/// plain means, then moving averages in which each packet has weight 1/<see cref="Memory"/>. The averages are slow because a window in
/// bytes should not follow the momentary mix of packet sizes.
/// </summary>
public struct PacketMean
{
    /// <summary>The mean that the Mongoose paper measured (section IV.B), assumed before the first packet.</summary>
    public const double TypicalBytes = 375;

    /// <summary>Number of packets in the average's memory.</summary>
    public const int Memory = 256;

    private int _count;
    private double _square = TypicalBytes * TypicalBytes;

    public PacketMean()
    {
    }

    public double Bytes { get; private set; } = TypicalBytes;

    /// <summary>The root mean square: equal to the packet size if all packets have one size, and above the mean if sizes differ.</summary>
    public readonly double RootMeanSquareBytes => Math.Sqrt(_square);

    /// <param name="bytes">Size of the packet, 0 to 65535.</param>
    public void Add(int bytes)
    {
        // Multiplying by the inverse of a power of two gives the same result as dividing, and is faster.
        double off = bytes - Bytes, squareOff = (double)bytes * bytes - _square;
        if (_count == Memory)
        {
            Bytes += off * (1.0 / Memory);
            _square += squareOff * (1.0 / Memory);
            return;
        }
        _count++;
        Bytes += off / _count;
        _square += squareOff / _count;
    }
}
