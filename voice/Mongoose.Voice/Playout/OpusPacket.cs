using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Playout;

/// <summary>Reads the first bytes of an Opus packet.</summary>
internal static class OpusPacket
{
    /// <summary>The time of a packet in ticks of 48 kHz, from its TOC byte (RFC 6716 sections 3.1 and 3.2); 0 if it is malformed.</summary>
    public static int Ticks(ReadOnlySpan<byte> packet)
    {
        if (packet.IsEmpty)
            return 0;
        int frames = (packet[0] & 3) switch
        {
            0 => 1,
            3 => packet.Length > 1 ? packet[1] & 0x3f : 0,
            _ => 2,
        };
        int ticks = frames * FrameTicks(packet[0] >> 3);
        return ticks <= AudioFormat.MaxOpusPacket ? ticks : 0;
    }

    private static int FrameTicks(int configuration) => configuration switch
    {
        < 12 when (configuration & 3) == 3 => 2880,
        < 12 => 480 << (configuration & 3),
        < 16 => 480 << (configuration & 1),
        _ => 120 << (configuration & 3),
    };
}
