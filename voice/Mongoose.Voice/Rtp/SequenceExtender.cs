namespace Mongoose.Voice.Rtp;

/// <summary>
/// Extends 16-bit sequence numbers to 32 bits: each becomes the number nearest to the highest so far (RFC 3550 appendix A.1).
/// </summary>
public struct SequenceExtender
{
    private const uint FirstCycle = 1 << 16;

    private uint _highest;
    private bool _isStarted;

    /// <summary>Extends a number. The first number is extended to itself plus 65 536, so that lower numbers can follow.</summary>
    public uint Extend(ushort number)
    {
        if (!_isStarted)
            (_highest, _isStarted) = (FirstCycle + number, true);
        uint extended = Near(_highest, number);
        if ((int)(extended - _highest) > 0)
            _highest = extended;
        return extended;
    }

    /// <summary>
    /// The number nearest to <paramref name="other"/> whose low 16 bits are <paramref name="number"/>; of two equally near, the lower.
    /// </summary>
    public static uint Near(uint other, ushort number) => other + (uint)(short)(number - (ushort)other);
}
