using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// The latest samples of the delivery rate, in bytes per second. A sample varies by a tenth, because acks arrive in clumps, so each
/// question needs its own statistic: the mean is the rate that the line delivers, the recent maximum the rate that it may deliver, and the
/// maximum limits the rate that a circuit may try.
/// </summary>
public sealed class DeliveryRates
{
    /// <summary>A power of two, so that masking yields the index.</summary>
    private const int Samples = 32;

    /// <summary>Number of samples that count as recent, however old.</summary>
    private const int MinRecent = 3;

    private readonly (double Rate, Instant At)[] _ring = new (double, Instant)[Samples];
    private int _count;

    /// <summary>The latest sample.</summary>
    public double Latest { get; private set; }

    /// <summary>The mean of the recent samples.</summary>
    public double Mean { get; private set; }

    /// <summary>The highest recent sample.</summary>
    public double MaxRecent { get; private set; }

    /// <summary>The largest sample that is remembered.</summary>
    public double Max { get; private set; }

    /// <summary>Forgets the samples, but not the last results.</summary>
    public void Clear() => _count = 0;

    /// <summary>Adds a sample.</summary>
    /// <param name="rate">The rate in bytes per second.</param>
    /// <param name="recent">How long a sample counts as recent.</param>
    /// <param name="memory">How long a sample is remembered.</param>
    public void Add(double rate, Instant now, Duration recent, Duration memory)
    {
        _ring[_count++ & (Samples - 1)] = (rate, now);
        double sum = 0, highest = 0, largest = 0;
        int counted = 0;
        for (int i = 1; i <= Math.Min(_count, Samples); i++)
        {
            (double value, Instant at) = _ring[(_count - i) & (Samples - 1)];
            if (i <= MinRecent || now - at <= recent)
                (sum, counted, highest) = (sum + value, counted + 1, Math.Max(highest, value));
            else if (now - at > memory)
                break;
            largest = Math.Max(largest, value);
        }
        (Latest, Mean, MaxRecent, Max) = (rate, sum / counted, highest, largest);
    }
}
