namespace Mongoose.Verse.Connection;

/// <summary>
/// Numbers that look random, from a seed (SplitMix64, Steele et al. 2014): first ids and the jitter of the handshake's timer.
/// </summary>
internal struct Scrambler(ulong seed)
{
    private ulong _state = seed;

    public ulong Next()
    {
        unchecked
        {
            _state += 0x9E3779B97F4A7C15;
            ulong mixed = (_state ^ _state >> 30) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
            return mixed ^ mixed >> 31;
        }
    }

    /// <summary>At least 0 and below 1.</summary>
    public double NextFraction() => (Next() >> 11) * (1.0 / (1UL << 53));
}
