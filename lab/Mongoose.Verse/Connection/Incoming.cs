using Mongoose.Core.Units;
using Mongoose.Verse.Acknowledgment;
using Mongoose.Verse.State;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>The receiving half of a connection: which values are newer, and when the packets are acknowledged.</summary>
/// <param name="options">The options of this end.</param>
/// <param name="before">The id before the first payload packet's.</param>
/// <param name="counters">Are updated here.</param>
internal sealed class Incoming(VerseOptions options, uint before, VerseCounters counters)
{
    private Instant _newestAt = Instant.Zero;
    private int _unacked;

    public ArrivalRecord Arrivals { get; } = new(before);
    public ReceivedState State { get; } = new(options.MaxKeys);

    /// <summary>When an acknowledgment must leave at the latest.</summary>
    public Instant AckDue { get; private set; } = Instant.Never;

    /// <summary>Whether all values of a packet are well formed and not too long.</summary>
    public bool AreValid(ReadOnlySpan<byte> payload)
    {
        ValueReader reader = new(payload);
        while (reader.TryRead(out ValueEntry entry))
        {
            if (entry.Bytes.Length > options.MaxValueBytes)
                return false;
        }
        return !reader.Failed;
    }

    /// <summary>Records a payload packet, and applies its values.</summary>
    /// <param name="id">The packet's payload id, which is plausible.</param>
    /// <param name="payload">Valid values.</param>
    /// <param name="receiver">Is given the newer values; may be null.</param>
    /// <param name="now">When the packet arrived.</param>
    public VerseError OnPayload(uint id, ReadOnlySpan<byte> payload, IValueReceiver? receiver, Instant now)
    {
        ArrivalKind arrival = Arrivals.OnPacket(id, out long number);
        if (arrival == ArrivalKind.Repeated)
        {
            // Its acknowledgment may have been lost.
            counters.PacketsRepeated++;
            AckDue = now;
            return VerseError.Repeated;
        }
        if (arrival == ArrivalKind.Late)
            counters.PacketsLate++;
        else
            _newestAt = now;
        ScheduleAck(arrival, now);
        VerseError error = Apply(number, payload, receiver);
        State.DropTombstones(Arrivals.Oldest);
        Arrivals.RefuseThrough(State.Forgotten);
        return error;
    }

    /// <summary>
    /// Writes the vector, then <see cref="CommandKind.Held"/> unless it is 0. Returns the number of commands: 0 if there is nothing to
    /// acknowledge.
    /// </summary>
    public int WriteVector(ref CommandWriter writer, int maxCommands, Instant now)
    {
        (AckDue, _unacked) = (Instant.Never, 0);
        int commands = Arrivals.Write(ref writer, maxCommands - 1);
        ushort held = (ushort)Math.Clamp((now - _newestAt).Microseconds / HeldUnitMicroseconds, 0, ushort.MaxValue);
        if (commands == 0 || held == 0)
            return commands;
        writer.Held(held);
        return commands + 1;
    }

    /// <summary>The unit of <see cref="CommandKind.Held"/>.</summary>
    public const int HeldUnitMicroseconds = 10;

    private void ScheduleAck(ArrivalKind arrival, Instant now)
    {
        bool isUrgent = arrival != ArrivalKind.InOrder || ++_unacked >= options.AckRatio;
        AckDue = Instant.Min(AckDue, isUrgent ? now : now + options.AckDelay);
    }

    private VerseError Apply(long number, ReadOnlySpan<byte> payload, IValueReceiver? receiver)
    {
        VerseError error = VerseError.None;
        ValueReader reader = new(payload);
        while (reader.TryRead(out ValueEntry entry))
        {
            counters.ValuesReceived++;
            switch (State.Apply(entry.Key, number - entry.Age, entry.IsRemoval))
            {
                case Effect.TooManyKeys:
                    error = VerseError.TooManyKeys;
                    break;
                case Effect.Obsolete:
                    counters.ObsoleteReceived++;
                    break;
                case Effect.Newer when entry.IsRemoval:
                    receiver?.Removed(entry.Key);
                    break;
                default:
                    receiver?.Changed(entry.Key, entry.Bytes);
                    break;
            }
        }
        return error;
    }
}
