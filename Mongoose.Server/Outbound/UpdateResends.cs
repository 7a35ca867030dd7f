using Mongoose.Core.Channels;
using Mongoose.Core.Updates;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Applies the resend rule to a client's packets. OpenSim sends object updates on the Task channel only. A packet counts as queued once it
/// is the first of its queue, because OpenSim's queues cannot be peeked; the sender keeps that queue at a packet or two.
/// <para>
/// While OpenSim schedules, packets are recorded but not changed, so that the record is complete when Mongoose schedules again.
/// </para>
/// </summary>
/// <param name="unacked">The client's unacknowledged packets. <see cref="ClientCircuit"/> removes acknowledged packets from them.</param>
internal sealed class UpdateResends(RegionContext context, LLUDPClient client, UnackedPackets unacked)
{
    private readonly CircuitUpdates _updates =
        new(context.Settings.Sending.ResendRule, context.Trimmer, number => unacked.Find(number) is not null);

    private OutgoingPacket? _head;
    private long _headOrdinal;

    /// <summary>Records the first packet of the Task channel.</summary>
    public void RecordHead(OutgoingPacket? head)
    {
        if (head == _head)
            return;
        _head = head;
        _headOrdinal = client.IsConnected ? _updates.Queued(DatagramOf(head)) : 0;
    }

    /// <summary>Records that a packet was sent, and describes it if it is a resent update.</summary>
    public ResendCounts Sent(OutgoingPacket packet, Channel channel)
    {
        if (!client.IsConnected || packet.Buffer is null)
            return default;
        if (channel == Channel.Resend)
            return _updates.Describe(packet.SequenceNumber, DatagramOf(packet));
        if (packet == _head && _headOrdinal != 0)
        {
            if (packet.UnackedMethod is not null)
                unacked.Add(packet, isTracked: false);
            _updates.Sent(_headOrdinal, packet.SequenceNumber);
        }
        return default;
    }

    /// <summary>Records that a packet could not be sent. The packets that it was to replace are then resent unchanged.</summary>
    public void Failed(OutgoingPacket packet)
    {
        if (packet == _head && _headOrdinal != 0)
            _updates.Clear();
    }

    /// <summary>
    /// Takes replaced blocks out of a packet that is about to be resent, and their bytes out of OpenSim's count of unacknowledged bytes.
    /// </summary>
    public void Trim(OutgoingPacket packet)
    {
        // After a client has disconnected, OpenSim reuses the buffers of its packets.
        if (!client.IsConnected || packet.Buffer is not { DataLength: > 0 } buffer || unacked.Find(packet.SequenceNumber) != packet)
            return;
        int before = buffer.DataLength, length = _updates.Trim(packet.SequenceNumber, buffer.Data.AsSpan(0, before));
        if (length == before)
            return;
        buffer.DataLength = length;
        Interlocked.Add(ref client.UnackedBytes, length - before);
    }

    /// <summary>Whether later packets have replaced the whole content of an unacknowledged packet.</summary>
    public bool IsObsolete(OutgoingPacket packet) => _updates.IsObsolete(packet.SequenceNumber, DatagramOf(packet));

    /// <summary>Forgets acknowledged packets. Called after OpenSim has processed acks.</summary>
    public void DropAcked() => _updates.ForgetAcked();

    /// <summary>Forgets everything, when the client leaves.</summary>
    public void Close()
    {
        _updates.Clear();
        _head = null;
    }

    internal static ReadOnlySpan<byte> DatagramOf(OutgoingPacket? packet) =>
        packet?.Buffer is { DataLength: > 0 } buffer ? buffer.Data.AsSpan(0, Math.Min(buffer.DataLength, buffer.Data.Length)) : default;
}
