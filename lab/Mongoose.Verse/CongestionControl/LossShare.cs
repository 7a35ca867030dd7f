namespace Mongoose.Verse.CongestionControl;

/// <summary>The share of recent packets that were lost: sums that are halved when they exceed <see cref="Memory"/> packets.</summary>
internal sealed class LossShare
{
    /// <summary>Packets that are remembered: enough that 5 % of random losses seldom look like 12 %.</summary>
    private const int Memory = 128;

    private double _lost, _all;

    /// <summary>0 to 1; 0 until a quarter of the memory is filled.</summary>
    public double Value => _all < Memory / 4 ? 0 : _lost / _all;

    public void Add(double lostPackets, double ackedPackets)
    {
        _lost += lostPackets;
        _all += lostPackets + ackedPackets;
        if (_all <= Memory)
            return;
        _lost /= 2;
        _all /= 2;
    }

    public void Clear() => _lost = _all = 0;
}
