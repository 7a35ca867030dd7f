using Mongoose.Core.Lludp;

namespace Mongoose.Core.Updates;

/// <summary>
/// The resend rule of one circuit: a lost packet with object updates is resent with the blocks that no later packet replaces, even if none
/// is left, under the same sequence number, so that acks are the same as in OpenSim. Old motion updates are not resent after a newer state
/// of their object. A full or textured block is resent even after newer motion, and then carries an older velocity; a kill is resent even
/// if the object was shown again.
/// <para>
/// The packets of one queue are reported in their order: <see cref="Queued"/> when they can no longer be overtaken, then
/// <see cref="Sent"/>. A first transmission is never changed, because a region may remove an object and show it again. Packets that were
/// not reported are resent unchanged. The record covers the packets from the oldest unacknowledged one on. Nothing is allocated per packet
/// once the record has grown to its working size.
/// </para>
/// </summary>
/// <param name="trimmer">The working memory, shared by the circuits of a thread.</param>
/// <param name="isUnacked">Whether a packet with this sequence number was sent and is not yet acknowledged.</param>
public sealed class CircuitUpdates(ResendRule rule, UpdateTrimmer trimmer, Func<uint, bool> isUnacked)
{
    private readonly NewestUpdates _newest = new();
    private readonly UnackedUpdates _packets = new();
    private (long Packet, long UpTo) _trimmed;

    /// <summary>Number of packets on record.</summary>
    internal int Packets => (int)(_packets.Next - _packets.Oldest);

    /// <summary>Number of objects on record.</summary>
    internal int Objects => _newest.Count;

    /// <summary>
    /// Records a packet that has been queued, if it is a reliable update or removes objects. Its blocks then replace those of earlier
    /// packets.
    /// </summary>
    /// <param name="datagram">The packet; its sequence number is not read.</param>
    /// <returns>The packet's ordinal for <see cref="Sent"/>; 0 if it is not on record.</returns>
    public long Queued(ReadOnlySpan<byte> datagram)
    {
        if (rule == ResendRule.Off || !trimmer.TryRead(datagram, out UpdateMessage update))
            return 0;
        // An unreliable update may never arrive, so it replaces nothing. A removed object must never come back: every kill counts.
        if (((PacketFlags)datagram[0] & PacketFlags.Reliable) == 0 && update.Message != MessageId.KillObject)
            return 0;
        long oldest = _packets.Oldest;
        long ordinal = _packets.Add(new UnackedUpdate { Blocks = (byte)update.Count, BlocksLeft = (byte)update.Count });
        if (_packets.Oldest != oldest)
            _newest.ForgetUpTo(_packets.Oldest);
        foreach (UpdateBlock block in update)
            _newest.Record(block.LocalId, block.Kind, ordinal);
        return ordinal;
    }

    /// <summary>Records that a queued packet was sent for the first time.</summary>
    /// <param name="ordinal">The result of <see cref="Queued"/>.</param>
    public void Sent(long ordinal, uint number)
    {
        if (ordinal != 0)
            _packets.Sent(ordinal, number);
    }

    /// <summary>
    /// Whether later packets replace a lost packet's whole content. The packet is then resent only to fill the gap in the numbers.
    /// </summary>
    public bool IsObsolete(uint number, ReadOnlySpan<byte> datagram)
    {
        long ordinal = _packets.Find(number);
        return ordinal != 0 && trimmer.TryRead(datagram, out UpdateMessage update) && UpdateTrimmer.IsObsolete(update, _newest, ordinal);
    }

    /// <summary>
    /// Takes the replaced blocks out of a packet that is about to be resent. Costs nothing if the last call was for the same packet and
    /// nothing has been queued since.
    /// </summary>
    /// <param name="datagram">The packet, which is changed in place.</param>
    /// <returns>The packet's new length.</returns>
    public int Trim(uint number, Span<byte> datagram)
    {
        long ordinal = _packets.Find(number);
        if (ordinal == 0 || _trimmed == (ordinal, _packets.Next))
            return datagram.Length;
        _trimmed = (ordinal, _packets.Next);
        if (!trimmer.TryRead(datagram, out UpdateMessage update))
            return datagram.Length;
        ref UnackedUpdate packet = ref _packets[ordinal];
        if (packet.UntrimmedBytes == 0)
            packet.UntrimmedBytes = datagram.Length;
        packet.BlocksLeft = (byte)trimmer.Trim(datagram, update, _newest, ordinal, out int length);
        return length;
    }

    /// <summary>Describes a resend that has been sent, for counters.</summary>
    /// <param name="datagram">The packet as it was sent.</param>
    /// <returns>All zero if the packet is not an update.</returns>
    public ResendCounts Describe(uint number, ReadOnlySpan<byte> datagram)
    {
        if (!UpdateMessage.HasUpdateNumber(datagram))
            return default;
        long ordinal = _packets.Find(number);
        if (ordinal == 0 || _packets[ordinal].UntrimmedBytes == 0)
            return new ResendCounts(1, 0, 0, datagram.Length, datagram.Length);
        UnackedUpdate packet = _packets[ordinal];
        bool isEmptied = packet.BlocksLeft == 0 && packet.Blocks > 0;
        return new ResendCounts(1, packet.Blocks - packet.BlocksLeft, isEmptied ? 1 : 0, datagram.Length, packet.UntrimmedBytes);
    }

    /// <summary>Forgets the packets before the oldest unacknowledged one. Call it after acks have arrived.</summary>
    public void ForgetAcked()
    {
        _packets.ForgetAcked(isUnacked);
        _newest.ForgetUpTo(_packets.Oldest);
    }

    /// <summary>
    /// Forgets all packets, which are then resent unchanged. Call it if a queued packet was not sent, because the blocks that the packet
    /// replaced are then needed.
    /// </summary>
    public void Clear()
    {
        _packets.Clear();
        _newest.Clear();
    }
}
