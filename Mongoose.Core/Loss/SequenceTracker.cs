using Mongoose.Core.Units;

namespace Mongoose.Core.Loss;

/// <summary>
/// Tracks a circuit's sequence numbers: detects losses and repeated packets, and counts them. A missing number is lost once three packets
/// with higher numbers have arrived (Mongoose paper, section III; RFC 5348 section 5.1), so reordering by up to two packets is not a loss.
/// On a path that reorders by more, the gap must also be older than the learned <see cref="ReorderTolerance"/>.
/// <para>
/// Numbers may wrap at 32 bits (OpenSim's counter) or at 24 (Second Life's); the tracker recognises the wrap from the numbers. Resent
/// packets carry their old number: they fill their gap and are never new data. A resent packet that fills an unconfirmed gap confirms the
/// loss, because the region's timer has found the first transmission missing.
/// </para>
/// <para>
/// A number more than <see cref="MaxJump"/> from the highest is implausible and changes nothing, unless the next packet continues it. In
/// that case the numbering has restarted: no loss is reported, and counting continues from there (as in RFC 3550 appendix A.1).
/// </para>
/// <para>
/// Steps per packet: (1) compute the distance to the highest number, modulo 2^32, or modulo 2^24 if that is implausible; (2) if still
/// implausible, apply probation as above; (3) if resent: if it is below the highest and not marked, mark it, and if it is also above the
/// third highest, report it lost; (4) if already marked, it is a duplicate; (5) mark it and insert it into the three highest numbers; if
/// the third highest moved from a to b, the unmarked numbers between a and b are a gap; (6) report the oldest unreported gap as lost if its
/// upper neighbour arrived long enough ago. A number of an unreported gap that arrives leaves the gap; if it is resent, it is reported
/// lost.
/// </para>
/// <para>
/// The tracker also remembers every number that arrived, first transmission or resend, until another number with the same low 13 bits
/// arrives. So it recognises repeated content even while the loss is undecided, for example when the last packets of a burst are resent
/// twice.
/// </para>
/// <para>
/// State: three numbers with their times, the last gaps, a bitmap of 512 bytes and 8192 numbers. Not thread-safe; allocates nothing after
/// construction.
/// </para>
/// </summary>
public sealed class SequenceTracker
{
    /// <summary>
    /// Maximum distance of a number from the highest, in packets: ten seconds of a 1.2 Mbit/s circuit with packets of 375 bytes.
    /// </summary>
    public const int MaxJump = 4000;

    private const int WindowPackets = 4096;
    private const int Wrap24 = 1 << 24;

    /// <summary>Covers several seconds of a fast circuit; a resend arrives sooner.</summary>
    private const int RememberedPackets = 8192;

    private readonly ulong[] _arrived = new ulong[WindowPackets / 64];
    private readonly uint[] _remembered = new uint[RememberedPackets];
    private bool _started;
    private uint _highestOnWire;
    private long _start;
    private long _lowest;
    private long _reordered;
    private uint? _probation;

    // The three highest first transmissions and their arrival times. Every missing number below the third is in a gap.
    private Mark _first, _second, _third;
    private RecentGaps _gaps;
    private ReorderTolerance _tolerance;

    public SequenceTracker() => ForgetArrived();

    /// <summary>First transmissions that arrived, each counted once.</summary>
    public long Received { get; private set; }

    /// <summary>First transmissions reported lost, each counted once.</summary>
    public long Lost { get; private set; }

    /// <summary>First transmissions that the region has sent, derived from their numbers, which the region assigns without gaps.</summary>
    public long Sent => _started ? _first.Number - _lowest + 1 : 0;

    /// <summary>
    /// First transmissions of <see cref="Sent"/> that have not arrived: lost or still on their way. The arrival of a resend does not count.
    /// </summary>
    public long Missing => Sent - Received;

    /// <summary>Outcomes of all first transmissions so far.</summary>
    public SequenceCounts Counts => new(Received, Lost, _reordered);

    /// <summary>The highest number so far, extended across wraps; -1 before the first packet.</summary>
    public long Highest => _started ? _first.Number : -1;

    /// <summary>The minimum round trip of the circuit; zero if it is unknown.</summary>
    public Duration MinRoundTrip { get; set; }

    /// <summary>Resets all state for a new circuit.</summary>
    public void Reset()
    {
        ForgetArrived();
        _started = false;
        _probation = null;
        Received = Lost = _reordered = 0;
        (_gaps, _tolerance, MinRoundTrip) = (default, default, Duration.Zero);
    }

    /// <summary>
    /// Copies the remembered arrivals of another tracker, but not its counters: the same circuit continues in this tracker.
    /// </summary>
    public void RememberAll(SequenceTracker earlier) => earlier._remembered.CopyTo(_remembered, 0);

    /// <summary>Classifies a packet that has just arrived.</summary>
    /// <param name="sequence">The sequence number in the packet's header.</param>
    /// <param name="isResent">Whether the packet's header marks it as resent.</param>
    /// <param name="now">When the packet arrived.</param>
    public PacketVerdict OnPacket(uint sequence, bool isResent, Instant now) =>
        Judge(sequence, isResent, now) with { IsRepeated = !Remember(sequence) };

    private PacketVerdict Judge(uint sequence, bool isResent, Instant now)
    {
        if (!_started)
            return isResent ? new PacketVerdict(PacketKind.Resent, sequence, default) : Start(sequence, sequence, now);

        int distance = DistanceFromHighest(sequence);
        if (distance is > MaxJump or < -MaxJump)
            return isResent ? new PacketVerdict(PacketKind.Resent, sequence, default) : OnImplausible(sequence, now);

        _probation = null;
        long number = _first.Number + distance;
        if (isResent)
            return OnResent(number, now);
        if (distance <= 0 && IsMarked(number))
            return new PacketVerdict(PacketKind.Duplicate, number, default);

        Received++;
        _lowest = Math.Min(_lowest, number);
        if (distance <= 0)
            NoteLate(number, now);
        PacketKind kind = distance == 1 ? PacketKind.InSequence : distance > 0 ? PacketKind.AfterGap : PacketKind.Late;
        Insert(new Mark(number, now));
        if (distance > 0)
            Advance(distance, sequence);
        SetMark(number);
        return new PacketVerdict(kind, number, FindLost(now));
    }

    private PacketVerdict Start(uint sequence, long number, Instant now)
    {
        if (!_started)
            _lowest = number;
        _started = true;
        _probation = null;
        _highestOnWire = sequence;
        _start = number;
        _first = _second = _third = new Mark(number, now);
        _gaps = default;
        Array.Clear(_arrived);
        SetMark(number);
        Received++;
        return new PacketVerdict(PacketKind.InSequence, number, default);
    }

    private int DistanceFromHighest(uint sequence)
    {
        int distance = unchecked((int)(sequence - _highestOnWire));
        bool fits24 = sequence < Wrap24 && _highestOnWire < Wrap24;
        return distance is > MaxJump or < -MaxJump && fits24 ? distance << 8 >> 8 : distance;
    }

    private PacketVerdict OnImplausible(uint sequence, Instant now)
    {
        if (_probation == sequence)
            return Start(sequence, _first.Number + 1, now);
        _probation = unchecked(sequence + 1);
        return new PacketVerdict(PacketKind.Implausible, 0, default);
    }

    private PacketVerdict OnResent(long number, Instant now)
    {
        // Above the highest number, the gap is not visible yet. The first transmission will be found missing like any other.
        if (number > _first.Number)
            return new PacketVerdict(PacketKind.Resent, number, default);
        if (IsMarked(number))
            return new PacketVerdict(PacketKind.Duplicate, number, default);
        SetMark(number);
        LossGap gap = new(number, number, 1, _third.At, now);
        if (number <= _third.Number)
        {
            LossGap filled = _gaps.Fill(number, out bool isWaiting);
            if (!isWaiting)
                return new PacketVerdict(PacketKind.Resent, number, default);
            gap = gap with { Before = filled.Before, After = filled.After };
        }
        Lost++;
        return new PacketVerdict(PacketKind.Resent, number, gap);
    }

    /// <summary>Learns from a packet that arrives after three later ones. Packets from before the start were never missed.</summary>
    private void NoteLate(long number, Instant now)
    {
        if (number > _third.Number || number <= _start)
            return;
        LossGap gap = _gaps.Fill(number, out bool isWaiting);
        if (!isWaiting)
            _reordered++;
        if (gap.Count > 0)
            _tolerance.Late(now - gap.After, now);
    }

    /// <summary>Updates the three highest numbers. The numbers that the third highest skips are a gap.</summary>
    private void Insert(Mark mark)
    {
        if (mark.Number <= _third.Number)
            return;
        Mark old = _third;
        if (mark.Number > _first.Number)
            (_third, _second, _first) = (_second, _first, mark);
        else if (mark.Number > _second.Number)
            (_third, _second) = (_second, mark);
        else
            _third = mark;
        if (_third.Number - old.Number > 1)
            AddGap(old, _third);
    }

    private void AddGap(Mark before, Mark after)
    {
        int missing = 0;
        for (long number = before.Number + 1; number < after.Number; number++)
        {
            if (!IsMarked(number))
                missing++;
        }
        if (missing > 0)
            _gaps.Add(new LossGap(before.Number + 1, after.Number - 1, missing, before.At, after.At));
    }

    /// <summary>Returns the oldest gap that reordering does not explain, if there is one.</summary>
    private LossGap FindLost(Instant now)
    {
        while (_gaps.IsWaiting)
        {
            LossGap oldest = _gaps.Oldest;
            if (oldest.Count > 0 && !_gaps.IsFull && now - oldest.After < _tolerance.Wait(MinRoundTrip, now))
                return default;
            _gaps.EndWaiting();
            if (oldest.Count == 0)
                continue;
            Lost += oldest.Count;
            return oldest;
        }
        return default;
    }

    /// <summary>Moves the window of marks up. The skipped numbers have not arrived.</summary>
    private void Advance(int distance, uint sequence)
    {
        _highestOnWire = sequence;
        for (long number = _first.Number - distance + 1; number < _first.Number; number++)
            ClearMark(number);
    }

    /// <summary>Remembers a number. Returns false if it was already remembered.</summary>
    private bool Remember(uint sequence)
    {
        ref uint place = ref _remembered[sequence % RememberedPackets];
        if (place == sequence)
            return false;
        place = sequence;
        return true;
    }

    /// <summary>Fills each slot with a number that belongs in another slot.</summary>
    private void ForgetArrived()
    {
        for (uint i = 0; i < RememberedPackets; i++)
            _remembered[i] = i + 1;
    }

    private bool IsMarked(long number) => number > _first.Number - WindowPackets && (Word(number) >> (int)number & 1) != 0;

    private void SetMark(long number) => Word(number) |= 1UL << (int)number;

    private void ClearMark(long number) => Word(number) &= ~(1UL << (int)number);

    private ref ulong Word(long number) => ref _arrived[(int)(number >> 6) & WindowPackets / 64 - 1];

    private readonly record struct Mark(long Number, Instant At);
}
