using Mongoose.Core.Units;

namespace Mongoose.Runtime.Statistics;

/// <summary>How soon two flows come to share alike.</summary>
public static class Convergence
{
    /// <summary>
    /// Delta-fair convergence time (RFC 5166, 2.3, after Bansal and others, SIGCOMM 2001): from a start at which one flow has nearly all of the
    /// bandwidth, until each has between (1 - delta)/2 and (1 + delta)/2 of what both carry. The shares are of the bytes that the two had
    /// in the last <paramref name="window"/> bins, of their sum, and not of the link's rate, which two flows need not fill. The time is the end of the
    /// first such bin, and so late by one bin at most; null when it does not come to that.
    /// </summary>
    /// <param name="first">Rates or bytes by bin, from the moment when the second flow begins.</param>
    /// <param name="second">The same of the other flow.</param>
    /// <param name="bin">Width of a bin.</param>
    /// <param name="delta">Above 0, up to 1; 0.1 is usual.</param>
    /// <param name="window">Bins that a share is measured over, 1 or more: enough to cover a sawtooth, few beside the time itself.</param>
    /// <param name="hold">How many bins in a row must be so, 1 or more.</param>
    /// <exception cref="ArgumentException">The flows are not of one length.</exception>
    public static Duration? DeltaFair(ReadOnlySpan<double> first, ReadOnlySpan<double> second, Duration bin, double delta,
        int window = 1, int hold = 1)
    {
        if (first.Length != second.Length)
            throw new ArgumentException($"{first.Length} bins of one flow, but {second.Length} of the other", nameof(second));
        ArgumentOutOfRangeException.ThrowIfLessThan(window, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(delta);
        bool[] fair = new bool[first.Length];
        for (int end = window; end <= first.Length; end++)
        {
            double share = Share(first[(end - window)..end], second[(end - window)..end]);
            fair[end - 1] = Math.Abs(share - 0.5) <= delta / 2;
        }
        return Runs.First(fair, hold) is { } found ? bin * (found + 1) : null;
    }

    private static double Share(ReadOnlySpan<double> first, ReadOnlySpan<double> second)
    {
        double mine = Moments.Mean(first);
        return mine / (mine + Moments.Mean(second));
    }
}
