using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Acknowledgment;

/// <summary>One command of a compressed vector: it begins a run of equal verdicts.</summary>
/// <param name="IsAck">Whether the packets of the run arrived.</param>
/// <param name="Id">The payload id of the first packet of the run.</param>
public readonly record struct Verdict(bool IsAck, uint Id)
{
    /// <summary>
    /// Checks a vector as received: ids ascend, and the last command is an ACK, because only an ACK gives the last run an end. The check
    /// costs one step per command, whatever the ids are.
    /// </summary>
    public static VerseError Check(ReadOnlySpan<Verdict> vector)
    {
        if (vector.IsEmpty || !vector[^1].IsAck)
            return VerseError.BadAcknowledgment;
        for (int i = 1; i < vector.Length; i++)
        {
            if (!Serial.IsAfter(vector[i].Id, vector[i - 1].Id))
                return VerseError.BadAcknowledgment;
        }
        return Serial.IsAfter(vector[^1].Id, vector[0].Id) || vector.Length == 1 ? VerseError.None : VerseError.BadAcknowledgment;
    }
}
