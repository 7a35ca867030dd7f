namespace Mongoose.Voice.Rtp;

/// <summary>The sequence numbers of one source (RFC 3550 appendix A.1).</summary>
internal struct ReceivedNumbers
{
    /// <summary>A number that is farther ahead, or farther behind, may belong to a source that restarted.</summary>
    private const int MaxDropout = 3000, MaxMisorder = 100;

    private uint _first;

    /// <summary>Which of the latest 128 numbers arrived; bit 0 is the highest.</summary>
    private UInt128 _arrived;

    /// <summary>The successor of the last number that was far off; -1 without one.</summary>
    private int _expectedAfterJump;

    private bool _isStarted;

    /// <summary>The highest number, extended to 32 bits; 0 before the first.</summary>
    public uint Highest { get; private set; }

    /// <summary>The numbers from the first to the highest.</summary>
    public readonly long Expected => _isStarted ? (long)(Highest - _first) + 1 : 0;

    public NumberKind Arrived(ushort number)
    {
        if (!_isStarted)
        {
            Start(number);
            return NumberKind.New;
        }
        int ahead = (ushort)(number - (ushort)Highest);
        if (ahead is > 0 and < MaxDropout)
        {
            Highest += (uint)ahead;
            _arrived = ahead < 128 ? _arrived << ahead | UInt128.One : UInt128.One;
            return NumberKind.New;
        }
        int behind = ahead == 0 ? 0 : (1 << 16) - ahead;
        return behind <= MaxMisorder ? Behind(behind) : FarOff(number);
    }

    private void Start(ushort number)
    {
        (_isStarted, _first, Highest, _arrived) = (true, number, number, UInt128.One);
        _expectedAfterJump = -1;
    }

    /// <summary>As in the appendix, a number before the first one counts as new but not as expected.</summary>
    private NumberKind Behind(int behind)
    {
        UInt128 bit = UInt128.One << behind;
        if ((_arrived & bit) != UInt128.Zero)
            return NumberKind.Duplicate;
        _arrived |= bit;
        return NumberKind.New;
    }

    /// <summary>Two packets in a row show that the source restarted.</summary>
    private NumberKind FarOff(ushort number)
    {
        if (number == _expectedAfterJump)
        {
            Start(number);
            return NumberKind.Restart;
        }
        _expectedAfterJump = (ushort)(number + 1);
        return NumberKind.FarOff;
    }
}

/// <summary>The relation of a number to the earlier ones.</summary>
internal enum NumberKind
{
    New,
    Duplicate,

    /// <summary>The number is too far from the others; it is not counted.</summary>
    FarOff,

    /// <summary>The first number of a source that restarted; it is new.</summary>
    Restart,
}
