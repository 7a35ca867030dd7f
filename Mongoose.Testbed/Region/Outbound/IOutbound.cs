using Mongoose.Core.Sending;
using Mongoose.Testbed.Region.Circuits;

namespace Mongoose.Testbed.Region.Outbound;

/// <summary>How a region's queued packets leave: what differs between a stock region and one with Mongoose.</summary>
internal interface IOutbound
{
    /// <summary>The name by which it is chosen.</summary>
    string Name { get; }

    /// <summary>Whether a packet waits twice as long for each further resend.</summary>
    bool BacksOffResends { get; }

    /// <summary>Begins to serve a circuit.</summary>
    void Opened(Circuit circuit);

    /// <summary>A circuit has something new.</summary>
    void Notify(Circuit circuit, News news);

    /// <summary>Where a circuit's acks go; null if nobody heeds them.</summary>
    AckInbox? InboxOf(Circuit circuit);
}
