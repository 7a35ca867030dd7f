using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The steady-state rate of a TCP Reno as a function of segment size, round-trip time and loss, and the inverse functions. Segment sizes
/// are payload in bytes. Loss is the loss event rate in [0, 1]; at loss 0 the rate is <see cref="DataRate.MaxValue"/>.
/// </summary>
public static class TcpEquations
{
    /// <summary>C in the Mongoose paper's eq. 1, which omits it.</summary>
    public const double PaperConstant = 1;

    /// <summary>C for periodic loss and an ACK per packet, sqrt(3/2) (Mathis et al. 1997).</summary>
    public const double PeriodicLossConstant = 1.224744871391589;

    /// <summary>X = C * S / (RTT * sqrt(p)) (Mathis et al. 1997; Mongoose paper eq. 1 with C = 1).</summary>
    public static DataRate Mathis(double segmentBytes, Duration roundTrip, double loss, double constant = PaperConstant) =>
        DataRate.FromBytesPerSecond(constant * segmentBytes / (roundTrip.Seconds * Math.Sqrt(loss)));

    /// <summary>The loss at which <see cref="Mathis"/> gives <paramref name="rate"/>, at most 1.</summary>
    public static double MathisLoss(double segmentBytes, Duration roundTrip, DataRate rate, double constant = PaperConstant)
    {
        double root = constant * segmentBytes / (roundTrip.Seconds * rate.BytesPerSecond);
        return Math.Min(1, root * root);
    }

    /// <summary>
    /// X = s / (R*sqrt(2bp/3) + t_RTO*(3*sqrt(3bp/8))*p*(1+32p^2)) with t_RTO = 4R (RFC 5348 section 3.1). Unlike Padhye et al. 1998 it has
    /// no min(1, 3*sqrt(3bp/8)), which would matter for p above 0.3/b.
    /// </summary>
    /// <param name="segmentBytes">s, in bytes.</param>
    /// <param name="roundTrip">R.</param>
    /// <param name="loss">p, in [0, 1].</param>
    /// <param name="packetsPerAck">b, 1 by RFC 5348's recommendation; 2 for delayed ACKs.</param>
    public static DataRate Padhye(double segmentBytes, Duration roundTrip, double loss, double packetsPerAck = 1) =>
        DataRate.FromBytesPerSecond(segmentBytes / (roundTrip.Seconds * RoundTripsPerSegment(loss, packetsPerAck)));

    /// <summary>The loss at which <see cref="Padhye"/> gives <paramref name="rate"/>, within a relative error of 1e-9; at most 1.</summary>
    public static double PadhyeLoss(double segmentBytes, Duration roundTrip, DataRate rate, double packetsPerAck = 1)
    {
        double wanted = segmentBytes / (roundTrip.Seconds * rate.BytesPerSecond);
        if (!(wanted < RoundTripsPerSegment(1, packetsPerAck)))
            return 1;
        // The first term alone gives an upper bound of the loss.
        double low = 0, high = Math.Min(1, wanted * wanted * 3 / (2 * packetsPerAck));
        while (high - low > 1e-9 * high)
        {
            double middle = low + (high - low) / 2;
            if (RoundTripsPerSegment(middle, packetsPerAck) < wanted)
                low = middle;
            else
                high = middle;
        }
        return high;
    }

    /// <summary>Bytes that may be sent before the first acknowledgement: min(4S, max(2S, 4380)) (RFC 3390, RFC 5348 section 4.2).</summary>
    public static double InitialWindow(double segmentBytes) => Math.Min(4 * segmentBytes, Math.Max(2 * segmentBytes, 4380));

    private static double RoundTripsPerSegment(double loss, double packetsPerAck) =>
        Math.Sqrt(2 * packetsPerAck * loss / 3)
        + 4 * (3 * Math.Sqrt(3 * packetsPerAck * loss / 8)) * loss * (1 + 32 * loss * loss);
}
