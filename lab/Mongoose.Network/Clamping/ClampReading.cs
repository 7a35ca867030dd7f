using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping;

/// <summary>The state of a clamp at one time.</summary>
/// <param name="Capacity">C: given or measured; null before the first measurement.</param>
/// <param name="Other">U: the rate of traffic that is taken from the capacity because it cannot be clamped.</param>
/// <param name="Greedy">The rate of the greedy traffic that cannot be clamped, which counts as flows.</param>
/// <param name="Released">Whether the clamp has released its flows, because a queue stands although the windows fit.</param>
/// <param name="QueueDelay">The standing queueing delay: the smallest delay of the last interval.</param>
/// <param name="Flows">The flows that it knows, in the order in which their connections were opened.</param>
public sealed record ClampReading(
    DataRate? Capacity, DataRate Other, DataRate Greedy, bool Released, Duration QueueDelay, IReadOnlyList<ClampedFlowReading> Flows);

/// <summary>The state of one clamped flow.</summary>
/// <param name="Flow">The flow of the data.</param>
/// <param name="MinSenderRtt">
/// The minimum round-trip time between clamp and data sender in the 10 s before the last sample; null if it was not measured.
/// </param>
/// <param name="MinReceiverRtt">The same between clamp and data receiver.</param>
/// <param name="TargetBytes">The window that the clamp wants; null if it does not limit the flow.</param>
/// <param name="AdvertisedBytes">The window in the last acknowledgment that was passed on.</param>
/// <param name="Rate">The rate of its data at the clamp, in IP bytes.</param>
/// <param name="IsActive">Whether it has sent data recently, and so holds a share.</param>
public sealed record ClampedFlowReading(
    FlowKey Flow, Duration? MinSenderRtt, Duration? MinReceiverRtt, long? TargetBytes, long AdvertisedBytes, DataRate Rate, bool IsActive);
