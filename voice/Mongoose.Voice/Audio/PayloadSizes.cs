using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Audio;

/// <summary>The bytes of payloads.</summary>
public static class PayloadSizes
{
    /// <summary>
    /// The maximum of a packet of Opus (RFC 6716 section 3.4 allows 1275 bytes for each of its frames; this encoder puts one frame into a
    /// packet).
    /// </summary>
    public const int MaxOpusBytes = 1500;

    /// <summary>The payload that fits into an IP packet of 1500 bytes with the headers of IP, UDP and RTP.</summary>
    public const int MaxBytes = 1500 - DatagramHeaders.Bytes - RtpPacket.HeaderBytes;

    /// <summary>The bytes of a frame; for Opus those of its bit rate.</summary>
    public static int BytesOf(AudioFormat format, Duration frame, OpusOptions options) => format.Codec == AudioCodec.Opus
        ? (int)Math.Ceiling(options.BitRate / 8.0 * frame.Seconds)
        : format.SamplesIn(frame) * format.SampleBytes;
}
