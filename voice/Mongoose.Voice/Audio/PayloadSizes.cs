using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Audio;

/// <summary>The bytes of payloads.</summary>
public static class PayloadSizes
{
    /// <summary>
    /// The room for a packet of Opus. A frame has at most 1275 bytes (RFC 6716 section 3.4); in a packet of 40 or 60 ms, which may have
    /// several frames, the encoder lowers the bit rate to fit.
    /// </summary>
    public const int MaxOpusBytes = 1500;

    /// <summary>The payload that fits into an IP packet of 1500 bytes with the headers of IP, UDP and RTP.</summary>
    public const int MaxBytes = 1500 - DatagramHeaders.Bytes - RtpPacket.HeaderBytes;

    /// <summary>The bytes of a frame; for Opus those of its bit rate.</summary>
    public static int BytesOf(AudioFormat format, Duration frame, OpusOptions options) => format.Codec == AudioCodec.Opus
        ? (int)Math.Ceiling(options.BitRate / 8.0 * frame.Seconds)
        : format.SamplesIn(frame) * format.SampleBytes;
}
