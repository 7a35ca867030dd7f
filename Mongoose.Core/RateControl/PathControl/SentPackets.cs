using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// The reliable packets that a circuit has sent lately, by sequence number. It finds a packet in constant time, counts what is not
/// acknowledged, and names each packet once that three later numbers have overtaken (RFC 6675 section 4, by packets instead of bytes).
/// <para>
/// Numbers that were never noted belong to unreliable packets and to packets that leave outside the queues: they are neither in flight nor
/// lost. Numbers may wrap. A table that is full forgets its oldest packet. It allocates nothing once it has grown to its working size.
/// </para>
/// </summary>
public sealed class SentPackets
{
    /// <summary>So many later packets have to be acknowledged before a packet counts as overtaken: datagrams may arrive out of order.</summary>
    public const int Overtaking = 3;

    /// <summary>The most numbers that the table spans: twice the packets of the largest limit on unacknowledged bytes that an operator can set.</summary>
    public const int MostNumbers = 65_536;

    private const int FirstNumbers = 64;

    /// <summary>Sendings of a packet of whose first ones the times are unknown.</summary>
    private const int OutOfSight = 3;

    private SentPacket[] _slots = new SentPacket[FirstNumbers];
    private uint _oldest, _next;
    private uint _judgedUpTo;
    private HighestNumbers _acked;
    private bool _isStarted;

    /// <summary>Packets that are not acknowledged.</summary>
    public int InFlightPackets { get; private set; }

    /// <summary>Their UDP payload.</summary>
    public long InFlightBytes { get; private set; }

    /// <summary>The highest number that was sent; meaningless before the first.</summary>
    public uint Highest => _next - 1;

    /// <summary>Whether <paramref name="number"/> comes after <paramref name="other"/>, also across a wrap.</summary>
    public static bool IsAfter(uint number, uint other) => (int)(number - other) > 0;

    /// <summary>Notes a packet that was sent, or sent again; true if it is new.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="bytes">UDP payload.</param>
    /// <param name="isResend">Whether it was sent before: then, if it is new, that was out of sight, and its ack may answer either.</param>
    /// <param name="now">The time.</param>
    public bool Sent(uint number, int bytes, bool isResend, Instant now)
    {
        if (TryFind(number, out int slot))
        {
            ref SentPacket packet = ref _slots[slot];
            packet.LastSent = now;
            packet.Sendings++;
            return false;
        }
        if (!TryMakeRoom(number))
            return false;
        _slots[SlotOf(number)] = new SentPacket { Number = number, Bytes = bytes, FirstSent = now, LastSent = now, Sendings = isResend ? OutOfSight : 1 };
        InFlightPackets++;
        InFlightBytes += bytes;
        return true;
    }

    /// <summary>
    /// Takes an acknowledgement; false if the number was never sent, is acknowledged already or is forgotten.
    /// </summary>
    /// <param name="number">The number.</param>
    /// <param name="packet">The packet, as it was sent.</param>
    public bool TryAcknowledge(uint number, out SentPacket packet)
    {
        packet = default;
        if (!TryFind(number, out int slot) || _slots[slot].IsAcked)
            return false;
        packet = _slots[slot];
        Remove(slot);
        _acked.Add(number);
        return true;
    }

    /// <summary>
    /// The next packet that three later ones have overtaken; each is named once. Ask until false, after each datagram with acks.
    /// </summary>
    public bool TryNextOvertaken(out SentPacket packet)
    {
        packet = default;
        if (!_acked.IsFull)
            return false;
        while (IsAfter(_acked.Lowest, _judgedUpTo))
        {
            if (TryFind(_judgedUpTo++, out int slot) && !_slots[slot].IsAcked)
            {
                packet = _slots[slot];
                return true;
            }
        }
        return false;
    }

    /// <summary>
    /// Forgets the oldest packets, as far as they are acknowledged or were last sent before <paramref name="time"/>: an ack that was lost on its
    /// way to the table would keep its packet in flight for ever.
    /// </summary>
    public void ForgetBefore(Instant time)
    {
        for (; _oldest != _next; _oldest++)
        {
            int slot = SlotOf(_oldest);
            if (_slots[slot].Sendings == 0 || _slots[slot].IsAcked)
                continue;
            if (_slots[slot].LastSent >= time)
                return;
            Remove(slot);
        }
    }

    private bool TryFind(uint number, out int slot)
    {
        slot = SlotOf(number);
        return _isStarted && number - _oldest < _next - _oldest && _slots[slot].Sendings > 0 && _slots[slot].Number == number;
    }

    /// <summary>Makes the table reach to a number; false if that lies before what the table remembers.</summary>
    private bool TryMakeRoom(uint number)
    {
        if (!_isStarted)
            (_isStarted, _oldest, _next, _judgedUpTo) = (true, number, number, number);
        if (IsAfter(_oldest, number))
            return false;
        if (IsAfter(_next, number))
            return true;
        if (number - _next >= MostNumbers)
            Clear(number);
        while (_next != number + 1)
        {
            if (_next - _oldest == _slots.Length)
                DropOrGrow();
            _slots[SlotOf(_next++)] = default;
        }
        return true;
    }

    private void Clear(uint number)
    {
        Array.Clear(_slots);
        (_oldest, _next, _judgedUpTo, _acked) = (number, number, number, default);
        (InFlightPackets, InFlightBytes) = (0, 0);
    }

    /// <summary>The table is full: what is acknowledged at its beginning goes; else it grows, or forgets the oldest packet.</summary>
    private void DropOrGrow()
    {
        uint before = _oldest;
        while (_oldest != _next && (_slots[SlotOf(_oldest)].Sendings == 0 || _slots[SlotOf(_oldest)].IsAcked))
            _oldest++;
        // A few free slots would have it search again at once.
        if (_oldest - before >= _slots.Length / 4)
            return;
        if (_slots.Length < MostNumbers)
            Grow();
        else if (_oldest == before)
            Remove(SlotOf(_oldest++));
    }

    private void Grow()
    {
        SentPacket[] slots = new SentPacket[_slots.Length * 2];
        for (uint number = _oldest; number != _next; number++)
            slots[number & (slots.Length - 1)] = _slots[SlotOf(number)];
        _slots = slots;
    }

    private void Remove(int slot)
    {
        ref SentPacket packet = ref _slots[slot];
        packet.IsAcked = true;
        InFlightPackets--;
        InFlightBytes -= packet.Bytes;
    }

    private int SlotOf(uint number) => (int)(number & (_slots.Length - 1));

    /// <summary>The three highest numbers that were acknowledged.</summary>
    private struct HighestNumbers
    {
        private int _count;
        private uint _first, _second, _third;

        public readonly bool IsFull => _count == Overtaking;

        /// <summary>The third highest: what is below it was overtaken by three.</summary>
        public readonly uint Lowest => _third;

        public void Add(uint number)
        {
            if (_count > 0 && IsAfter(_first, number))
            {
                if (_count > 1 && IsAfter(_second, number))
                {
                    if (_count < Overtaking || IsAfter(number, _third))
                        _third = number;
                }
                else
                {
                    (_third, _second) = (_second, number);
                }
            }
            else
            {
                (_third, _second, _first) = (_second, _first, number);
            }
            _count = Math.Min(_count + 1, Overtaking);
        }
    }
}
