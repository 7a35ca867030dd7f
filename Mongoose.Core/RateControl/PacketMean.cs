namespace Mongoose.Core.RateControl;

/// <summary>
/// S: the mean size of the stream's packets, in bytes, and the mean of their squares. Means of all until there are
/// <see cref="Memory"/>, then moving averages in which each weighs 1/<see cref="Memory"/>: slow, because a window in bytes should not
/// follow the mixture of the moment.
/// </summary>
public struct PacketMean
{
    /// <summary>The mean that the Mongoose paper measured (section IV.B), assumed before the first packet.</summary>
    public const double TypicalBytes = 375;

    /// <summary>Packets that the average remembers.</summary>
    public const int Memory = 256;

    private int _count;
    private double _square = TypicalBytes * TypicalBytes;

    public PacketMean()
    {
    }

    public double Bytes { get; private set; } = TypicalBytes;

    /// <summary>The root mean square: of packets of one size that size, of a mixture more than the mean.</summary>
    public readonly double RootMeanSquareBytes => Math.Sqrt(_square);

    /// <param name="bytes">0 to 65535.</param>
    public void Add(int bytes)
    {
        // To divide by a power of two and to multiply by its inverse is the same, and one is faster.
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
