namespace Mongoose.Voice.Audio;

/// <summary>The RTP payload types of formats.</summary>
public static class PayloadTypes
{
    /// <summary>The payload type of formats that have no static one.</summary>
    public const byte Dynamic = 97;

    /// <param name="given">The user's payload type; null for the format's static one, or <see cref="Dynamic"/> if it has none.</param>
    public static byte Of(AudioFormat format, byte? given = null) => given ?? format.StaticPayloadType ?? Dynamic;
}
