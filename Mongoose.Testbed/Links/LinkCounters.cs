namespace Mongoose.Testbed.Links;

/// <summary>Always: arrived = dropped for want of queue + randomly lost + delivered + still on the link, in datagrams.</summary>
public record struct LinkCounters(long Arrived, long DroppedQueueFull, long Lost, long Delivered, long DeliveredBytes);
