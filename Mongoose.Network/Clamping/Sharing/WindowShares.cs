using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;

namespace Mongoose.Network.Clamping.Sharing;

/// <summary>Divides a capacity among flows and derives their windows (equations 1 and 2 of SAP-LAW).</summary>
internal sealed class WindowShares(ClampOptions options)
{
    /// <summary>The options.</summary>
    public ClampOptions Options => options;

    /// <summary>Computes the window of each active flow, in bytes, before the floor and the rounding.</summary>
    /// <param name="flows">The active flows whose round trips are known.</param>
    /// <param name="capacity">C less U.</param>
    /// <param name="greedy">The rates of other flows that count as members, and are left their share.</param>
    /// <param name="windows">Receives the windows, in the order of <paramref name="flows"/>.</param>
    public void Compute(ReadOnlySpan<FlowNeed> flows, DataRate capacity, ReadOnlySpan<DataRate> greedy, Span<long> windows) => windows.Fill(long.MaxValue);
}

/// <summary>What a flow needs, as the division sees it.</summary>
/// <param name="MinRtt">The least round trip of the last 10 s: the sum of both halves.</param>
/// <param name="CurrentRtt">The current round trip; at least <paramref name="MinRtt"/>.</param>
/// <param name="Rate">The rate of its data in IP bytes.</param>
/// <param name="IsLimited">Whether it has filled its window in the last interval, so that it would use more.</param>
/// <param name="SegmentBytes">Its maximum segment size, in bytes of payload.</param>
internal readonly record struct FlowNeed(Duration MinRtt, Duration CurrentRtt, DataRate Rate, bool IsLimited, int SegmentBytes);
