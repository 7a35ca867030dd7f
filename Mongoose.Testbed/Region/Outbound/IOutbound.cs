namespace Mongoose.Testbed.Region.Outbound;

/// <summary>How a region's queued packets leave: what differs between a stock region and one with Mongoose.</summary>
internal interface IOutbound
{
    /// <summary>The name by which it is chosen.</summary>
    string Name { get; }

    /// <summary>Begins to serve a circuit.</summary>
    void Opened(Circuit circuit);

    /// <summary>A circuit has something new: a packet in a queue, data ready to be made into packets, an ack, or other rates.</summary>
    void Wake(Circuit circuit);
}
