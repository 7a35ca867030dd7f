namespace Mongoose.Network.Packets;

/// <summary>
/// Arithmetic on sequence numbers and timestamps, which are modulo 2^32 (RFC 9293 section 3.4, RFC 7323 section 5.2, RFC 9260 section 1.6).
/// </summary>
internal static class SequenceNumber
{
    /// <summary>
    /// How far <paramref name="number"/> is after <paramref name="origin"/>, -2^31 to 2^31 - 1; negative if it is before.
    /// </summary>
    public static int Distance(uint number, uint origin) => unchecked((int)(number - origin));

    /// <summary>The later of two numbers.</summary>
    public static uint Later(uint a, uint b) => Distance(a, b) >= 0 ? a : b;

    /// <summary>
    /// The number <paramref name="bytes"/> after <paramref name="origin"/>; distances of 2^31 and more count as the largest that can be
    /// compared.
    /// </summary>
    public static uint After(uint origin, long bytes) => unchecked(origin + (uint)Math.Min(bytes, int.MaxValue));
}
