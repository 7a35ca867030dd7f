using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Clamping.Rates;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The traffic that cannot be clamped. The rate of sparse flows, such as games and calls, is subtracted from the capacity (U in SAP-LAW).
/// A greedy flow, such as a QUIC download, would then take more and more; it gets a share of the capacity instead, as clamped flows do.
/// </summary>
internal sealed class OtherTraffic(ClampOptions options)
{
    private readonly OtherFlows _flows = new(options.MaxFlows);
    private BinnedRate _total;
    private readonly List<DataRate> _greedy = [];
    private long _bin = long.MinValue;

    /// <summary>U: the rate that is subtracted from the capacity.</summary>
    public DataRate Rate { get; private set; }

    /// <summary>The rates of the greedy flows.</summary>
    public ReadOnlySpan<DataRate> Greedy => CollectionsMarshal.AsSpan(_greedy);

    /// <summary>Counts a packet.</summary>
    public void Add(in FlowKey flow, int wireBytes, DataRate capacity, Instant now)
    {
        Advance(capacity, now);
        _flows.Touch(flow).Add(wireBytes);
        _total.Add(wireBytes);
    }

    /// <summary>
    /// Ends the bins that are over, and divides the flows into sparse and greedy flows for the given capacity; if the capacity is zero, or
    /// with <see cref="ClampUdp.All"/>, all are sparse.
    /// </summary>
    public void Advance(DataRate capacity, Instant now)
    {
        long bin = now.Nanoseconds / BinnedRate.BinLength.Nanoseconds;
        if (_bin == long.MinValue)
            _bin = bin;
        if (bin <= _bin)
            return;
        // All flows are gone after this many bins.
        long ended = Math.Min(bin - _bin, SilentBins + 1);
        _bin = bin;
        for (long i = 0; i < ended; i++)
            EndBin();
        FindGreedy(capacity * GreedyPart);
    }

    private void EndBin()
    {
        for (int i = 0; i < _flows.Count; i++)
            _flows[i].EndBin();
        _total.EndBin();
        _flows.RemoveSilent(SilentBins);
    }

    /// <summary>U is the total less the greedy flows, so that it includes flows for which the table has no room.</summary>
    private void FindGreedy(DataRate minRate)
    {
        _greedy.Clear();
        double sparse = _total.BytesPerBin;
        for (int i = 0; options.Udp == ClampUdp.Sparse && i < _flows.Count; i++)
        {
            DataRate rate = BinnedRate.ToRate(_flows[i].BytesPerBin);
            if (rate < minRate || minRate == DataRate.Zero)
                continue;
            _greedy.Add(rate);
            sparse -= _flows[i].BytesPerBin;
        }
        Rate = BinnedRate.ToRate(Math.Max(0, sparse));
    }

    /// <summary>A flow that has been silent for this many bins has less than 0.02 % of its rate left (0.7 to the power of 25).</summary>
    private const int SilentBins = 25;

    /// <summary>Part of the capacity from which a flow is greedy and not sparse.</summary>
    private const double GreedyPart = 0.1;
}
