namespace Mongoose.Verse.Connection;

/// <summary>
/// Pseudo-random numbers from a seed (Steele, Lea and Flood 2014): a client's first ids and the jitter of its handshake's timer, and the
/// keys of a listener's cookies. They are as hard to guess as the seed, until some of them are known.
/// </summary>
internal struct SplitMix64(ulong seed)
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
