using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;

namespace Mongoose.Network.Clamping.Sharing;

/// <summary>
/// Divides a capacity among flows and derives their windows (equations 1 and 2 of SAP-LAW). All flows get the same share: equal parts, or
/// the level of max-min by need. A flow's window allows the whole share even if the flow needs less, so that it may use more at once; its
/// need only decides the part that is left for the others.
/// </summary>
internal sealed class WindowShares(ClampOptions options)
{
    /// <summary>Bytes of the IP and TCP headers with timestamps (RFC 791, RFC 9293, RFC 7323).</summary>
    private const double HeaderBytes = 52;

    private readonly WaterLevel _level = new();

    /// <summary>Computes the window of each active flow, in bytes, before the floor and the rounding to the window scale.</summary>
    /// <param name="flows">The active flows whose round trips are known.</param>
    /// <param name="capacity">C less U.</param>
    /// <param name="greedy">The rates of other flows that count as members, and are left their share.</param>
    /// <param name="windows">Receives the windows, in the order of <paramref name="flows"/>: 0 or more.</param>
    public void Compute(ReadOnlySpan<FlowNeed> flows, DataRate capacity, ReadOnlySpan<DataRate> greedy, Span<long> windows)
    {
        if (flows.IsEmpty)
            return;
        double share = options.Sharing == ClampSharing.Count
            ? capacity.BytesPerSecond / (flows.Length + greedy.Length)
            : LevelByNeed(flows, capacity, greedy);
        (double minima, double currents) = Sums(flows);
        for (int i = 0; i < flows.Length; i++)
        {
            double seconds = options.Formula switch
            {
                WindowFormula.Equal => minima / flows.Length,
                WindowFormula.MinimumRtt => flows[i].MinRtt.Seconds,
                _ => currents > 0 ? flows[i].CurrentRtt.Seconds * (minima / currents) : 0,
            };
            windows[i] = Bytes(share * seconds * options.Margin, flows[i].SegmentBytes);
        }
    }

    /// <summary>
    /// If no flow fills its window, the one with the largest rate is taken to need everything: the level is then what this flow may grow to
    /// without a queue. As the needs approach the capacity this level approaches that of max-min, so windows do not jump. The need of a
    /// flow that does not fill its window is its rate: a reserve above the rate would cost that part of the line at all times, and without
    /// one, a flow that starts to use more causes a queue for one interval only, because the next division knows its new rate.
    /// </summary>
    private double LevelByNeed(ReadOnlySpan<FlowNeed> flows, DataRate capacity, ReadOnlySpan<DataRate> greedy)
    {
        _level.Clear();
        int largest = IndexOfLargest(flows);
        for (int i = 0; i < flows.Length; i++)
            _level.Add(flows[i].IsLimited || i == largest ? double.PositiveInfinity : flows[i].Rate.BytesPerSecond);
        foreach (DataRate rate in greedy)
            _level.Add(rate.BytesPerSecond);
        return _level.Find(capacity.BytesPerSecond);
    }

    /// <summary>The flow with the largest rate; -1 if a flow fills its window.</summary>
    private static int IndexOfLargest(ReadOnlySpan<FlowNeed> flows)
    {
        int largest = 0;
        for (int i = 0; i < flows.Length; i++)
        {
            if (flows[i].IsLimited)
                return -1;
            if (flows[i].Rate > flows[largest].Rate)
                largest = i;
        }
        return largest;
    }

    private static (double Minima, double Currents) Sums(ReadOnlySpan<FlowNeed> flows)
    {
        (double minima, double currents) = (0, 0);
        foreach (ref readonly FlowNeed flow in flows)
        {
            minima += flow.MinRtt.Seconds;
            currents += flow.CurrentRtt.Seconds;
        }
        return (minima, currents);
    }

    private long Bytes(double window, int segmentBytes)
    {
        if (options.PayloadOnly)
            window *= segmentBytes / (segmentBytes + HeaderBytes);
        return window >= long.MaxValue ? long.MaxValue : (long)Math.Round(Math.Max(0, window));
    }
}
