namespace Mongoose.Core.Updates;

/// <summary>
/// The updates of a circuit from the oldest that may still be resent to the newest, by ordinal. Ordinals count from 1 in the order in which
/// packets are queued, which is also the order of their sequence numbers. A full table forgets its oldest packet.
/// </summary>
internal sealed class UnackedUpdates
{
    /// <summary>Maximum number of packets: twice as many as the largest limit on unacknowledged data allows.</summary>
    public const int MaxPackets = 65_536;

    private const int InitialSlots = 32;

    private UnackedUpdate[] _slots = new UnackedUpdate[InitialSlots];
    private long _firstUnsent = 1;

    /// <summary>The oldest ordinal in the table; equal to <see cref="Next"/> if the table is empty.</summary>
    public long Oldest { get; private set; } = 1;

    /// <summary>The ordinal of the next packet.</summary>
    public long Next { get; private set; } = 1;

    /// <summary>Adds a packet that has been queued; returns its ordinal.</summary>
    public long Add(in UnackedUpdate packet)
    {
        if (Next - Oldest == _slots.Length)
            MakeRoom();
        _slots[SlotOf(Next)] = packet;
        return Next++;
    }

    /// <summary>Records that a packet was sent. Does nothing if the packet has been forgotten.</summary>
    public void Sent(long ordinal, uint number)
    {
        if (ordinal < Oldest || ordinal >= Next)
            return;
        _slots[SlotOf(ordinal)].Number = number;
        _firstUnsent = Math.Max(_firstUnsent, ordinal + 1);
    }

    /// <summary>Returns the ordinal of a sent packet; 0 if it is not in the table.</summary>
    public long Find(uint number)
    {
        (long low, long high) = (Oldest, _firstUnsent);
        while (low < high)
        {
            long middle = (low + high) / 2;
            int distance = (int)(number - _slots[SlotOf(middle)].Number);
            if (distance == 0)
                return middle;
            if (distance > 0)
                low = middle + 1;
            else
                high = middle;
        }
        return 0;
    }

    /// <summary>The packet of an ordinal from <see cref="Oldest"/> to below <see cref="Next"/>.</summary>
    public ref UnackedUpdate this[long ordinal] => ref _slots[SlotOf(ordinal)];

    /// <summary>Forgets the sent packets before the oldest unacknowledged one.</summary>
    public void ForgetAcked(Func<uint, bool> isUnacked)
    {
        while (Oldest < _firstUnsent && !isUnacked(_slots[SlotOf(Oldest)].Number))
            Oldest++;
    }

    /// <summary>Forgets all packets. Ordinals continue.</summary>
    public void Clear() => Oldest = _firstUnsent = Next;

    private void MakeRoom()
    {
        if (_slots.Length == MaxPackets)
        {
            Oldest++;
            _firstUnsent = Math.Max(_firstUnsent, Oldest);
            return;
        }
        UnackedUpdate[] slots = new UnackedUpdate[_slots.Length * 2];
        for (long ordinal = Oldest; ordinal < Next; ordinal++)
            slots[ordinal & (slots.Length - 1)] = _slots[SlotOf(ordinal)];
        _slots = slots;
    }

    private int SlotOf(long ordinal) => (int)(ordinal & (_slots.Length - 1));
}

/// <summary>An update that may still be resent.</summary>
internal struct UnackedUpdate
{
    /// <summary>The sequence number, once the packet has been sent.</summary>
    public uint Number;

    /// <summary>Length of the datagram before any block was left out; 0 before its first resend.</summary>
    public int UntrimmedBytes;

    /// <summary>Number of blocks that it was sent with.</summary>
    public byte Blocks;

    /// <summary>Number of blocks that it still has.</summary>
    public byte BlocksLeft;
}
