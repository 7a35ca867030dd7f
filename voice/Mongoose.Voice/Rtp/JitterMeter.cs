namespace Mongoose.Voice.Rtp;

/// <summary>
/// The mean deviation of the time between packets (RFC 3550 section 6.4.1 and appendix A.8), in ticks of the source's clock. A deviation
/// of more than a second is no jitter but a jump of the timestamps, from which it starts again: so it is at most a second, whatever a
/// source sends.
/// </summary>
/// <param name="clockRate">Ticks of the source's clock in a second.</param>
internal struct JitterMeter(int clockRate)
{
    private const int GainShift = 4, Rounding = 8;

    private uint _transit;
    private bool _isStarted;

    /// <summary>16 times the jitter.</summary>
    private long _scaled;

    public readonly uint Ticks => (uint)(_scaled >> GainShift);

    public void Arrived(uint timestamp, uint arrival)
    {
        uint transit = arrival - timestamp;
        long difference = Math.Abs((long)(int)(transit - _transit));
        if (_isStarted && difference <= clockRate)
            _scaled += difference - ((_scaled + Rounding) >> GainShift);
        (_transit, _isStarted) = (transit, true);
    }
}
