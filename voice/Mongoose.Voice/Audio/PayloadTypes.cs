namespace Mongoose.Voice.Audio;

/// <summary>The RTP payload types of formats.</summary>
public static class PayloadTypes
{
    /// <summary>The payload type of formats that have no static one.</summary>
    public const byte Dynamic = 97;

    /// <param name="given">The payload type that the user gave; null for that of RFC 3551, or <see cref="Dynamic"/>.</param>
    public static byte Of(AudioFormat format, byte? given = null) => given ?? format.StaticPayloadType ?? Dynamic;
}
