using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Core.Channels;

/// <summary>Why an AgentThrottle payload could not be read.</summary>
public enum AgentThrottleError
{
    None = 0,
    /// <summary>Fewer than <see cref="AgentThrottle.PayloadBytes"/> bytes.</summary>
    TooShort,
    /// <summary>More than <see cref="AgentThrottle.PayloadBytes"/> bytes.</summary>
    TooLong,
    /// <summary>The rate of a channel is NaN, which has no sensible meaning.</summary>
    NotANumber,
}

/// <summary>
/// The Throttles field of an AgentThrottle message: seven little-endian 32-bit floats in wire order, in bits per second.
/// </summary>
public static class AgentThrottle
{
    /// <summary>Seven floats of four bytes.</summary>
    public const int PayloadBytes = ChannelRates.Count * sizeof(float);

    /// <summary>
    /// Writes <paramref name="rates"/> to the first <see cref="PayloadBytes"/> bytes of <paramref name="destination"/>. A float holds 24
    /// significant bits, so a rate above 16.7 Mbit/s is rounded with a relative error of at most 6e-8.
    /// </summary>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    public static void Encode(in ChannelRates rates, Span<byte> destination)
    {
        if (destination.Length < PayloadBytes)
            throw new ArgumentException($"needs {PayloadBytes} bytes, has {destination.Length}", nameof(destination));
        for (int i = 0; i < ChannelRates.Count; i++)
            BinaryPrimitives.WriteSingleLittleEndian(destination[(i * sizeof(float))..], rates[i].BitsPerSecond);
    }

    /// <summary>
    /// Reads a payload, which may come from an untrusted sender. Negative rates and negative infinity become zero; positive infinity and
    /// rates above <see cref="DataRate.MaxValue"/> become that maximum. On an error <paramref name="rates"/> is all zero.
    /// </summary>
    public static AgentThrottleError TryDecode(ReadOnlySpan<byte> payload, out ChannelRates rates)
    {
        rates = default;
        if (payload.Length != PayloadBytes)
            return payload.Length < PayloadBytes ? AgentThrottleError.TooShort : AgentThrottleError.TooLong;

        ChannelRates decoded = default;
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            float bits = BinaryPrimitives.ReadSingleLittleEndian(payload[(i * sizeof(float))..]);
            if (float.IsNaN(bits))
                return AgentThrottleError.NotANumber;
            decoded[i] = DataRate.FromBitsPerSecond(bits);
        }
        rates = decoded;
        return AgentThrottleError.None;
    }
}
