using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping;

/// <summary>
/// Limits the windows that TCP receivers advertise, so that the flows together fill a line and no queue. It serves the data of one direction and sees all
/// packets of both, at one point: those that travel with the data before the queue, those that travel against it behind theirs. No clock and no
/// socket: times are arguments and never decrease.
/// </summary>
public sealed class WindowClamp(ClampOptions options)
{
    /// <summary>The options.</summary>
    public ClampOptions Options => options;

    /// <summary>A TCP segment travels with the data.</summary>
    /// <param name="flow">The packet's flow, from the data's sender to its receiver.</param>
    /// <param name="wireBytes">Its size on the wire, from the IP header on.</param>
    /// <param name="fields">Its header.</param>
    /// <param name="now">The time.</param>
    public void OnData(in FlowKey flow, int wireBytes, in TcpFields fields, Instant now)
    {
    }

    /// <summary>A TCP segment travels against the data. Returns the window field with which it must be passed on: never more than it has.</summary>
    /// <param name="flow">The packet's flow, from the data's receiver to its sender.</param>
    /// <param name="fields">Its header.</param>
    /// <param name="now">The time.</param>
    public uint OnAck(in FlowKey flow, in TcpFields fields, Instant now) => fields.Window;

    /// <summary>A packet that cannot be clamped travels with the data: UDP, another protocol, a fragment.</summary>
    public void OnOther(in FlowKey flow, int wireBytes, Instant now)
    {
    }

    /// <summary>A packet has left the clamp's own queue after the given time in it.</summary>
    public void OnDequeued(int wireBytes, Duration sojourn, Instant now)
    {
    }

    /// <summary>The state for tables and figures.</summary>
    public ClampReading Read(Instant now) => new(DataRate.Zero, DataRate.Zero, false, Duration.Zero, []);
}
