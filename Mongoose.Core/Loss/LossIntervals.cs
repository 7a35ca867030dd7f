using System.Runtime.CompilerServices;

namespace Mongoose.Core.Loss;

/// <summary>
/// Computes the loss event rate from the lengths of the last eight loss intervals (RFC 5348 sections 5.3 to 5.5). An interval is the number
/// of packets from the first lost packet of one event to the first lost packet of the next, including lost packets. The open interval I_0
/// extends to the highest number received.
/// <para>Not thread-safe; allocates nothing.</para>
/// </summary>
public struct LossIntervals
{
    /// <summary>Number of closed intervals used (RFC 5348 section 5.4: n = 8).</summary>
    public const int Depth = 8;

    /// <summary>The discount floor of RFC 5348 section 5.5. RFC 3448 had 0.5.</summary>
    public const double Rfc5348DiscountFloor = 0.25;

    /// <summary>The discount floor that switches history discounting off.</summary>
    public const double NoDiscounting = 1;

    private readonly double _discountFloor;
    private Values _lengths;
    private Values _discounts;
    private long _eventStart;

    /// <param name="discountFloor">
    /// Minimum factor of history discounting per interval (THRESHOLD), in (0, 1]; <see cref="NoDiscounting"/> switches it off.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The factor is outside (0, 1].</exception>
    public LossIntervals(double discountFloor)
    {
        if (discountFloor is not (> 0 and <= 1))
            throw new ArgumentOutOfRangeException(nameof(discountFloor), discountFloor, "allowed: above 0 and at most 1");
        _discountFloor = discountFloor;
    }

    /// <summary>Number of closed intervals stored, 0 to <see cref="Depth"/>.</summary>
    public int Closed { get; private set; }

    /// <summary>Whether there has been a loss event.</summary>
    public readonly bool HasLoss => Closed > 0;

    /// <summary>
    /// Records the first loss event. No meaningful interval precedes it, so the caller derives one from the rate at which packets arrived
    /// (RFC 5348 section 6.3.1).
    /// </summary>
    /// <param name="firstLost">Number of the first lost packet.</param>
    /// <param name="interval">The length to assume for I_1, in packets, at least 1.</param>
    public void Begin(long firstLost, double interval)
    {
        _eventStart = firstLost;
        Push(interval, 1);
    }

    /// <summary>Records another loss event, which closes the open interval.</summary>
    /// <param name="firstLost">Number of the first lost packet.</param>
    public void Add(long firstLost)
    {
        double length = Math.Max(1, firstLost - _eventStart);
        Push(length, Discount(length));
        _eventStart = firstLost;
    }

    /// <summary>Length of the open interval I_0 = S_C - S_A + 1, in packets.</summary>
    /// <param name="highest">The highest number received.</param>
    public readonly double Open(long highest) => Math.Max(1, highest - _eventStart + 1);

    /// <summary>
    /// The weighted mean interval in packets; its inverse is the loss event rate. The open interval counts only if it increases the mean.
    /// Positive infinity before the first loss.
    /// </summary>
    /// <param name="highest">The highest number received.</param>
    public readonly double Mean(long highest)
    {
        if (Closed == 0)
            return double.PositiveInfinity;
        double open = Open(highest);
        double openDiscount = Discount(open);
        double total0 = open, weight0 = 1, total1 = 0, weight1 = 0;
        for (int i = 1; i <= Closed; i++)
        {
            double discount = _discounts[i - 1], length = _lengths[i - 1];
            if (i < Closed)
            {
                total0 += Weight(i) * discount * openDiscount * length;
                weight0 += Weight(i) * discount * openDiscount;
            }
            total1 += Weight(i - 1) * discount * length;
            weight1 += Weight(i - 1) * discount;
        }
        return Math.Max(total0 / weight0, total1 / weight1);
    }

    /// <summary>Loss event rate in [0, 1]: the inverse of <see cref="Mean"/>.</summary>
    /// <param name="highest">The highest number received.</param>
    public readonly double LossEventRate(long highest) => 1 / Mean(highest);

    /// <summary>
    /// The unweighted mean of the closed intervals, as the Mongoose paper uses it for TFRC (section III.A); infinity before the first loss.
    /// </summary>
    public readonly double PlainMeanOfClosed()
    {
        double total = 0;
        for (int i = 0; i < Closed; i++)
            total += _lengths[i];
        return Closed == 0 ? double.PositiveInfinity : total / Closed;
    }

    /// <summary>w_i = 1 for i &lt; n/2, otherwise 2(n-i)/(n+2) (RFC 5348 section 5.4): 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2.</summary>
    private static double Weight(int i) => i < Depth / 2 ? 1 : 2.0 * (Depth - i) / (Depth + 2);

    /// <summary>
    /// The discount factor DF for an open interval of this length (RFC 5348 section 5.5). It is below 1 if the length exceeds twice the
    /// mean of the closed intervals.
    /// </summary>
    private readonly double Discount(double open)
    {
        double total = 0, weight = 0;
        for (int i = 0; i < Closed; i++)
        {
            total += Weight(i) * _discounts[i] * _lengths[i];
            weight += Weight(i) * _discounts[i];
        }
        double mean = weight > 0 ? total / weight : open;
        return open > 2 * mean ? Math.Max(2 * mean / open, _discountFloor) : 1;
    }

    private void Push(double length, double discount)
    {
        for (int i = Depth - 1; i > 0; i--)
        {
            _lengths[i] = _lengths[i - 1];
            _discounts[i] = _discounts[i - 1] * discount;
        }
        _lengths[0] = length;
        _discounts[0] = 1;
        Closed = Math.Min(Closed + 1, Depth);
    }

    [InlineArray(Depth)]
    private struct Values
    {
        private double _first;
    }
}
