using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>
/// The packets that were sent recently and whose arrival will be reported, by sequence number: a circuit's reliable packets, or all packets
/// of a mixer. The table finds a packet in constant time, counts unacknowledged packets and reports each packet once when acks of three
/// later numbers have overtaken it (RFC 6675 section 4, counting packets instead of bytes) and the newest of these packets was sent too
/// late for reordering to explain the missing ack (<see cref="ReorderTolerance"/>).
/// <para>
/// Numbers that were never recorded belong, in a circuit, to unreliable packets and to packets that bypass the queues. They are neither in
/// flight nor lost. Numbers may wrap. A full table forgets its oldest packet. The table allocates nothing once it has grown to its working
/// size.
/// </para>
/// </summary>
public sealed class SentPackets
{
    /// <summary>
    /// Maximum span of numbers in the table: twice the packets of the largest limit on unacknowledged bytes that an operator can set.
    /// </summary>
    public const int MaxNumbers = 65_536;

    private const int FirstNumbers = 64;

    /// <summary>Number of transmissions assumed for a packet whose first transmissions were not observed.</summary>
    private const int UnobservedTransmissions = 3;

    /// <summary>Number of sequence numbers after a packet that <see cref="GapAfter"/> searches.</summary>
    private const int SearchedNumbers = 8;

    private SentPacket[] _slots = new SentPacket[FirstNumbers];
    private uint _oldest, _next;
    private HighestNumbers _acked, _judged;
    private ReorderTolerance _tolerance;
    private bool _isStarted;

    /// <summary>The minimum round trip; zero until the sender knows it.</summary>
    public Duration MinRoundTrip { get; set; }

    /// <summary>Number of unacknowledged packets.</summary>
    public int InFlightPackets { get; private set; }

    /// <summary>Bytes of the unacknowledged packets.</summary>
    public long InFlightBytes { get; private set; }

    /// <summary>The bytes of all packets so far, each as it was first sent.</summary>
    public long SentBytes { get; private set; }

    /// <summary>The highest number sent; undefined before the first packet.</summary>
    public uint Highest => _next - 1;

    /// <summary>The first number that has not been judged; all before it are acknowledged, overtaken or unknown.</summary>
    internal uint JudgedUpTo { get; private set; }

    /// <summary>Whether <paramref name="number"/> comes after <paramref name="other"/>, even across a wrap.</summary>
    public static bool IsAfter(uint number, uint other) => (int)(number - other) > 0;

    /// <summary>Records a packet that was sent or sent again. Returns true if it is new to the table.</summary>
    /// <param name="bytes">The packet's bytes, with or without headers, counted in the same way for all packets.</param>
    /// <param name="isResend">
    /// Whether the packet was sent before. If a resend is new to the table, its earlier transmission was not observed, and its ack may
    /// answer either.
    /// </param>
    /// <param name="mark">The path's deliveries so far, for a sender that measures them.</param>
    public bool Sent(uint number, int bytes, bool isResend, Instant now, in DeliveryMark mark = default)
    {
        if (TryFind(number, out int slot))
        {
            RecordResend(ref _slots[slot], bytes, now);
            return false;
        }
        if (!TryMakeRoom(number))
            return false;
        _slots[SlotOf(number)] = new SentPacket
        {
            Number = number,
            Bytes = bytes,
            Offset = SentBytes,
            FirstSent = now,
            LastSent = now,
            Transmissions = isResend ? UnobservedTransmissions : 1,
            Mark = mark,
        };
        SentBytes += bytes;
        InFlightPackets++;
        InFlightBytes += bytes;
        return true;
    }

    /// <summary>
    /// Processes an acknowledgement. Returns false if the number was never sent, was already acknowledged or has been forgotten.
    /// </summary>
    /// <param name="packet">The packet as it was sent.</param>
    public bool TryAcknowledge(uint number, out SentPacket packet)
    {
        packet = default;
        if (!TryFind(number, out int slot) || _slots[slot].IsAcked)
            return false;
        packet = _slots[slot];
        Remove(slot);
        _acked.Add(packet);
        if (packet.Transmissions == 1)
            RecordArrival(packet);
        return true;
    }

    /// <summary>
    /// Notes that the first transmission of a packet has arrived. For a packet that was sent once, its ack has already shown that; the
    /// sender reports only acks of resent packets that nevertheless answer the first transmission.
    /// </summary>
    public void RecordArrival(in SentPacket packet)
    {
        if (IsLate(packet.Number))
            _tolerance.Late(_judged.NewestSent - packet.FirstSent, _acked.NewestSent);
    }

    /// <summary>Whether an earlier datagram has acknowledged a later packet.</summary>
    public bool IsLate(uint number) => _judged.IsAfter(number);

    /// <summary>Records what the sender has done about a packet whose ack is missing.</summary>
    public void RecordLoss(uint number, LossState state)
    {
        if (TryFind(number, out int slot))
            _slots[slot].Loss = state;
    }

    /// <summary>A packet that is in the table, acknowledged or not; null if there is none with this number.</summary>
    public SentPacket? Find(uint number) => TryFind(number, out int slot) ? _slots[slot] : null;

    /// <summary>
    /// How long after a packet the next recorded one was sent; if none of the next few numbers was recorded, the time since the packet.
    /// </summary>
    /// <param name="packet">A recorded packet.</param>
    public Duration GapAfter(in SentPacket packet, Instant now)
    {
        for (uint number = packet.Number + 1; number != _next && number - packet.Number <= SearchedNumbers; number++)
        {
            if (TryFind(number, out int slot))
                return _slots[slot].FirstSent - packet.FirstSent;
        }
        return now - packet.FirstSent;
    }

    /// <summary>
    /// Finds the next packet that later packets have overtaken. Packets are reported in the order of their numbers, each once. After each
    /// datagram with acks, call until the result is false: the order of the acks in one datagram does not depend on the path.
    /// </summary>
    public bool TryNextOvertaken(out SentPacket packet)
    {
        packet = default;
        if (_acked.IsFull && IsAfter(_acked.Lowest, JudgedUpTo) && TryJudge(out int slot))
        {
            _slots[slot].IsOvertaken = true;
            packet = _slots[slot];
            return true;
        }
        _judged = _acked;
        return false;
    }

    /// <summary>
    /// Later packets were sent later. So the first packet that may still be late ends the search, and the next search continues with it.
    /// </summary>
    private bool TryJudge(out int slot)
    {
        Instant sentBefore = _acked.NewestSent - _tolerance.Wait(MinRoundTrip, _acked.NewestSent);
        do
        {
            if (!TryFind(JudgedUpTo, out slot) || _slots[slot].IsAcked)
                continue;
            if (_slots[slot].FirstSent > sentBefore)
                return false;
            JudgedUpTo++;
            return true;
        }
        while (IsAfter(_acked.Lowest, ++JudgedUpTo));
        return false;
    }

    /// <summary>
    /// Forgets the oldest packets that were last sent before <paramref name="time"/>, and then no longer counts them as in flight. Only for
    /// a sender that expects no ack after that time; a sender that resends until the ack uses <see cref="IsOldestBefore"/>.
    /// </summary>
    public void GiveUpBefore(Instant time)
    {
        while (IsOldestBefore(time, out uint number))
            GiveUp(number);
    }

    /// <summary>
    /// Whether the oldest packet in flight was last sent before <paramref name="time"/>, so that its ack may have been lost.
    /// </summary>
    /// <param name="number">The number of that packet.</param>
    public bool IsOldestBefore(Instant time, out uint number)
    {
        while (_oldest != _next && !IsInFlight(_oldest))
            _oldest++;
        number = _oldest;
        return _oldest != _next && _slots[SlotOf(_oldest)].LastSent < time;
    }

    /// <summary>No longer counts a packet as in flight, although no acknowledgement was processed.</summary>
    public void GiveUp(uint number)
    {
        if (TryFind(number, out int slot) && !_slots[slot].IsAcked)
            Remove(slot);
    }

    /// <summary>
    /// A resend can be shorter than the first transmission. A packet that is no longer in flight keeps its bytes.
    /// </summary>
    private void RecordResend(ref SentPacket packet, int bytes, Instant now)
    {
        packet.LastSent = now;
        packet.Transmissions++;
        if (packet.IsAcked)
            return;
        InFlightBytes += bytes - packet.Bytes;
        packet.Bytes = bytes;
    }

    private bool TryFind(uint number, out int slot)
    {
        slot = SlotOf(number);
        return _isStarted && number - _oldest < _next - _oldest && _slots[slot].Transmissions > 0 && _slots[slot].Number == number;
    }

    /// <summary>Extends the table to a number. Returns false if the number is older than the table's oldest packet.</summary>
    private bool TryMakeRoom(uint number)
    {
        if (!_isStarted)
            (_isStarted, _oldest, _next, JudgedUpTo) = (true, number, number, number);
        if (IsAfter(_oldest, number))
            return false;
        if (IsAfter(_next, number))
            return true;
        if (number - _next >= MaxNumbers)
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
        (_oldest, _next, JudgedUpTo, _acked, _judged) = (number, number, number, default, default);
        (InFlightPackets, InFlightBytes) = (0, 0);
    }

    /// <summary>
    /// Makes room in a full table: removes acknowledged packets at its beginning; otherwise grows, or forgets the oldest packet.
    /// </summary>
    private void DropOrGrow()
    {
        uint before = _oldest;
        while (_oldest != _next && !IsInFlight(_oldest))
            _oldest++;
        // With only a few free slots, the search would have to run again immediately.
        if (_oldest - before >= _slots.Length / 4)
            return;
        if (_slots.Length < MaxNumbers)
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

    /// <summary>Whether an unacknowledged packet has this number, which is within the table's span.</summary>
    private bool IsInFlight(uint number)
    {
        ref readonly SentPacket packet = ref _slots[SlotOf(number)];
        return packet.Transmissions > 0 && !packet.IsAcked;
    }

    private int SlotOf(uint number) => (int)(number & (_slots.Length - 1));

    /// <summary>The three highest acknowledged numbers.</summary>
    private struct HighestNumbers
    {
        private int _count;
        private uint _first, _second, _third;

        public readonly bool IsFull => _count == ReorderTolerance.Evidence;

        /// <summary>The third highest number. Packets below it have been overtaken by three.</summary>
        public readonly uint Lowest => _third;

        /// <summary>When the packet with the highest number was first sent.</summary>
        public Instant NewestSent { get; private set; }

        public readonly bool IsAfter(uint number) => _count > 0 && SentPackets.IsAfter(_first, number);

        public void Add(in SentPacket packet)
        {
            uint number = packet.Number;
            if (IsAfter(number))
            {
                if (_count > 1 && SentPackets.IsAfter(_second, number))
                {
                    if (_count < ReorderTolerance.Evidence || SentPackets.IsAfter(number, _third))
                        _third = number;
                }
                else
                {
                    (_third, _second) = (_second, number);
                }
            }
            else
            {
                (_third, _second, _first, NewestSent) = (_second, _first, number, packet.FirstSent);
            }
            _count = Math.Min(_count + 1, ReorderTolerance.Evidence);
        }
    }
}
