using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Clamping;

/// <summary>
/// A clamp at one direction of a link, for packets of any kind: <see cref="Data"/> stands before the link's queue, and <see cref="Acks"/>
/// after the link of the opposite direction. Both pass packets to their receivers at once, as a link without delay does.
/// </summary>
public sealed class LinkClamp
{
    private readonly AckSide _acks;

    /// <param name="scheduler">The clock of the links.</param>
    /// <param name="link">The link that carries the data.</param>
    /// <param name="isOpaque">
    /// Flows whose header the clamp cannot read, as with QUIC; null: none. It is called for every TCP packet, in either direction.
    /// </param>
    public LinkClamp(IScheduler scheduler, Link link, ClampOptions options, Func<FlowKey, bool>? isOpaque = null)
    {
        Clamp = new WindowClamp(options);
        Data = new DataSide(scheduler, Clamp, isOpaque);
        _acks = new AckSide(scheduler, Clamp, isOpaque);
        if (options.Queue == ClampedQueue.Own)
            link.Queue.Observe(new Departures(Clamp));
    }

    /// <summary>The clamp, for reading its state. Packets reach it through the two sides and the link's queue.</summary>
    public WindowClamp Clamp { get; }

    /// <summary>Receives the packets that travel with the data.</summary>
    public IPacketReceiver Data { get; }

    /// <summary>Receives the packets that travel against it.</summary>
    public IPacketReceiver Acks => _acks;

    /// <summary>TCP segments with an open window that have travelled against the data.</summary>
    public long Acknowledgments => _acks.Acknowledgments;

    /// <summary>The part of <see cref="Acknowledgments"/> whose window the clamp has lowered.</summary>
    public long Rewritten => _acks.Rewritten;

    private sealed class DataSide(IScheduler scheduler, WindowClamp clamp, Func<FlowKey, bool>? isOpaque) : IPacketReceiver
    {
        public void Receive(Packet packet)
        {
            if (packet.TryReadTcp(out TcpFields fields) && isOpaque?.Invoke(packet.Flow) != true)
                clamp.OnData(packet.Flow, packet.WireBytes, fields, scheduler.Now);
            else
                clamp.OnOther(packet.Flow, packet.WireBytes, scheduler.Now);
            packet.Receiver!.Receive(packet);
        }
    }

    private sealed class AckSide(IScheduler scheduler, WindowClamp clamp, Func<FlowKey, bool>? isOpaque) : IPacketReceiver
    {
        public long Acknowledgments { get; private set; }

        public long Rewritten { get; private set; }

        public void Receive(Packet packet)
        {
            if (!packet.TryReadTcp(out TcpFields fields))
            {
                clamp.OnUnreadable(packet.Flow);
            }
            else if (isOpaque?.Invoke(packet.Flow) != true)
            {
                uint window = clamp.OnAck(packet.Flow, fields, scheduler.Now);
                Acknowledgments += fields.Has(TcpFlags.Ack) && fields.Window > 0 ? 1 : 0;
                if (window != fields.Window)
                {
                    Rewritten++;
                    packet.WriteWindow(window);
                }
            }
            packet.Receiver!.Receive(packet);
        }
    }

    /// <summary>Passes departures to the clamp.</summary>
    private sealed class Departures(WindowClamp clamp) : IQueueObserver
    {
        public void Dequeued(Packet packet, Duration sojourn, Instant now) => clamp.OnDequeued(packet.WireBytes, sojourn, now);
    }
}
