using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Server.Inbound;

/// <summary>Reads the acks in viewers' datagrams before OpenSim does, because OpenSim does not record their arrival times.</summary>
internal static class ViewerAcks
{
    /// <summary>Records a datagram and its acks in an inbox; returns whether the datagram carries any acks. Thread-safe.</summary>
    public static bool Record(ReadOnlySpan<byte> datagram, AckInbox inbox, Instant arrived)
    {
        Span<byte> scratch = stackalloc byte[DatagramReader.ScratchBytes];
        if (DatagramReader.TryParse(datagram, scratch, out DatagramReader reader) != LludpError.None)
            return false;
        inbox.Datagram(reader.Sequence, arrived);
        int acks = reader.Acks.Count;
        for (int i = 0; i < reader.Acks.Count; i++)
            inbox.Acked(reader.Sequence, reader.Acks[i], arrived);
        if (reader.Message != MessageId.PacketAck || !PacketAck.TryRead(reader.Body, out PacketAck message))
            return acks > 0;
        for (int i = 0; i < message.Sequences.Count; i++)
            inbox.Acked(reader.Sequence, message.Sequences[i], arrived);
        return acks + message.Sequences.Count > 0;
    }
}
