namespace Mongoose.Network.Links;

/// <summary>
/// What has passed a link, in packets and payload bytes of the wire. Always: arrived + duplicated = dropped by the queue + lost + delivered +
/// still on the link.
/// </summary>
public record struct LinkCounters(long Arrived, long Lost, long Duplicated, long Delivered, long DeliveredBytes);
