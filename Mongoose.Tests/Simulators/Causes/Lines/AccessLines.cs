using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Simulators.Causes.Lines;

/// <summary>One direction of visitors' lines: each address has a line of its own, which can be replaced while packets cross.</summary>
/// <param name="clock">The clock of the lines.</param>
/// <param name="visitorOf">The address of a packet's visitor.</param>
/// <param name="end">Where all lines end.</param>
internal sealed class AccessLines(IScheduler clock, Func<FlowKey, uint> visitorOf, IPacketReceiver end) : IPacketReceiver
{
    private readonly Dictionary<uint, (Link Link, IPacketReceiver Way)> _lines = [];

    /// <summary>Packets of addresses without a line cross at once.</summary>
    public void Set(uint visitor, LinkOptions options)
    {
        Link link = new(clock, options);
        _lines[visitor] = (link, new LinkHop(link, end));
    }

    /// <summary>The bytes that wait in an address's line.</summary>
    public long Waiting(uint visitor) => _lines.TryGetValue(visitor, out (Link Link, IPacketReceiver Way) line) ? line.Link.Queue.Bytes : 0;

    public void Receive(Packet packet)
    {
        if (_lines.TryGetValue(visitorOf(packet.Flow), out (Link Link, IPacketReceiver Way) line))
            line.Way.Receive(packet);
        else
            end.Receive(packet);
    }
}
