using Mongoose.Core.Sending;
using Mongoose.Testbed.Region.Circuits;

namespace Mongoose.Testbed.Region.Outbound;

/// <summary>
/// A region's outbound loop, which sends queued packets: the difference between a stock region and a region with Mongoose.
/// </summary>
internal interface IOutbound
{
    /// <summary>Whether the resend timeout of a packet doubles with each further resend.</summary>
    bool BacksOffResends { get; }

    /// <summary>Starts serving a circuit.</summary>
    void Opened(Circuit circuit);

    /// <summary>Reports events of a circuit.</summary>
    void Notify(Circuit circuit, CircuitEvents events);

    /// <summary>The inbox for a circuit's acks; null if acks are not used.</summary>
    AckInbox? InboxOf(Circuit circuit);
}
