using System.Numerics;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Acknowledgment;

/// <summary>
/// The receiver's record of payload ids, and the vector of ACKs and NAKs made from it (J. Hnidek, "Network protocols for applications of
/// shared virtual reality", WSCG 2011, section 5, eqs. 3 to 8). Of each run of equal verdicts the vector has only the first id; the last id
/// follows if the last run is longer than one. Verdicts up to the Ank id are left out. A packet that arrives late turns its NAK into an
/// ACK.
/// <para>State: 4096 bits, which also bound the time that a call takes, whatever the ids are.</para>
/// </summary>
public sealed class ArrivalRecord
{
    /// <summary>The number of ids that are remembered, up to the highest. Older packets are refused.</summary>
    public const int Window = 4096;

    /// <summary>
    /// The farthest that an id may be from those in use. In 30 s without a path a sender uses at most 21 * 2048 ids: it has 2048 packets in
    /// flight, and its timer doubles to 2 s. A guessed id is believed in one case of 16384, and every packet but a window update has two or
    /// three ids.
    /// </summary>
    public const int MaxJump = 1 << 17;

    private const int WordBits = 64;
    private readonly ulong[] _arrived = new ulong[Window / WordBits];
    private long _ank;
    private long _floor;

    /// <param name="before">The id before the first that is expected.</param>
    public ArrivalRecord(uint before)
    {
        Highest = _ank = (1L << 32) + before; // above 0, so that ids before it have a place
        _floor = Highest;
    }

    /// <summary>The highest id that arrived, extended to 64 bits.</summary>
    public long Highest { get; private set; }

    /// <summary>The lowest id whose packet would still be used.</summary>
    public long Oldest => Math.Max(Highest - Window, _floor) + 1;

    /// <summary>Whether a vector would have a command: ids above the Ank id arrived.</summary>
    public bool HasVerdicts => Highest > _ank;

    /// <summary>Refuses packets with this id and below from now on.</summary>
    public void RefuseThrough(long id) => _floor = Math.Max(_floor, Math.Min(id, Highest));

    /// <summary>Whether an id is near enough to those that arrived, ahead or back, to be believed.</summary>
    public bool IsPlausible(uint id) => Math.Abs(Serial.Extend(id, Highest) - Highest) <= MaxJump;

    /// <summary>Whether a packet with that id, or a later one, arrived: only then can it have been acknowledged.</summary>
    public bool HasReached(uint id) => Serial.Extend(id, Highest) <= Highest;

    /// <summary>Records a packet.</summary>
    /// <param name="id">The packet's payload id.</param>
    /// <param name="number">The id extended to 64 bits; it does not wrap.</param>
    public ArrivalKind OnPacket(uint id, out long number)
    {
        number = Serial.Extend(id, Highest);
        long ahead = number - Highest;
        if (!IsPlausible(id))
            return ArrivalKind.Implausible;
        if (number < Oldest || ahead <= 0 && Has(number))
            return ArrivalKind.Repeated;
        if (ahead > 0)
            Advance(number);
        _arrived[WordOf(number)] |= 1UL << (int)(number % WordBits);
        return ahead <= 0 ? ArrivalKind.Late : ahead == 1 ? ArrivalKind.InOrder : ArrivalKind.AfterGap;
    }

    /// <summary>
    /// Leaves verdicts up to <paramref name="ank"/> out of further vectors. An id above every one that arrived is ignored.
    /// </summary>
    public void OmitThrough(uint ank)
    {
        if (HasReached(ank))
            _ank = Math.Max(_ank, Serial.Extend(ank, Highest));
    }

    /// <summary>
    /// Writes the vector, oldest verdicts first, and returns the number of its commands. If it does not fit, it ends with an ACK: the rest
    /// follows when the Ank id has advanced.
    /// </summary>
    /// <param name="writer">Has room for the commands.</param>
    /// <param name="maxCommands">At least 2.</param>
    public int Write(ref CommandWriter writer, int maxCommands)
    {
        int commands = 0;
        long at = Math.Max(_ank, Highest - Window) + 1;
        while (at <= Highest)
        {
            bool isAck = Has(at);
            long end = EndOfRun(at);
            int left = maxCommands - commands - 1; // after this run's command
            if (!isAck && left < 1)
                break;
            writer.Verdict(isAck ? CommandKind.Ack : CommandKind.Nak, unchecked((uint)at));
            commands++;
            bool isLast = isAck && (end == Highest || left < 2);
            if (isLast && end > at && left > 0)
            {
                writer.Verdict(CommandKind.Ack, unchecked((uint)end));
                commands++;
            }
            if (isLast)
                break;
            at = end + 1;
        }
        return commands;
    }

    private void Advance(long number)
    {
        if (number - Highest >= Window)
            Array.Clear(_arrived);
        else
            for (long id = Highest + 1; id <= number; id++)
                _arrived[WordOf(id)] &= ~(1UL << (int)(id % WordBits));
        Highest = number;
    }

    private bool Has(long number) => (_arrived[WordOf(number)] >> (int)(number % WordBits) & 1) != 0;

    /// <summary>The last id of the run of equal verdicts that begins at <paramref name="start"/>.</summary>
    private long EndOfRun(long start)
    {
        bool isAck = Has(start);
        for (long at = start; at <= Highest; at += WordBits - at % WordBits)
        {
            ulong word = _arrived[WordOf(at)];
            ulong others = (isAck ? ~word : word) >> (int)(at % WordBits);
            if (others != 0)
                return Math.Min(at + BitOperations.TrailingZeroCount(others) - 1, Highest);
        }
        return Highest;
    }

    private static int WordOf(long number) => (int)(number % Window / WordBits);
}
