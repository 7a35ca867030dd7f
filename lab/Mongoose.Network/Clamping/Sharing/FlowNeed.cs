using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Sharing;

/// <summary>The needs of a flow, as the division sees them.</summary>
/// <param name="MinRtt">The shortest round trip of the last 10 s: the sum of both halves.</param>
/// <param name="CurrentRtt">The current round trip; at least <paramref name="MinRtt"/>.</param>
/// <param name="Rate">The rate of its data in IP bytes.</param>
/// <param name="IsLimited">Whether the flow has filled its window in the last interval, so that it would use more.</param>
/// <param name="SegmentBytes">The flow's maximum segment size, in bytes of payload.</param>
internal readonly record struct FlowNeed(Duration MinRtt, Duration CurrentRtt, DataRate Rate, bool IsLimited, int SegmentBytes);
