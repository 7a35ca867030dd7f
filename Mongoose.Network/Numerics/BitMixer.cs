namespace Mongoose.Network.Numerics;

/// <summary>Spreads what tells numbers apart over all 64 bits, one to one: the last step of SplitMix64 (Steele, Lea and Flood).</summary>
public static class BitMixer
{
    public static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
