using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Recordings;

/// <summary>The options of a recorder.</summary>
public sealed record RecorderOptions
{
    /// <summary>The recorder's CNAME.</summary>
    public string Name { get; init; } = "recorder";

    /// <summary>The local port.</summary>
    public UdpAddress Local { get; init; } = UdpAddress.Loopback();

    /// <summary>The address for announcements and reports; other hosts are not recorded. Null for a recorder that only receives.</summary>
    public UdpAddress? To { get; init; }

    /// <summary>
    /// The format of <see cref="PayloadType"/>. Payload types 0 and 8 are otherwise PCMU and PCMA (RFC 3551); no other type is recorded.
    /// </summary>
    public AudioFormat Format { get; init; } = AudioFormat.Pcmu;

    /// <summary>The payload type of <see cref="Format"/>; null for its static one, or all dynamic ones if it has none.</summary>
    public byte? PayloadType { get; init; }

    /// <summary>Seeds the recorder's SSRC.</summary>
    public int Seed { get; init; }

    /// <summary>The format of a payload type; null if it is not recorded.</summary>
    public AudioFormat? FormatOf(byte payloadType) =>
        payloadType == (PayloadType ?? Format.StaticPayloadType) ? Format
        : payloadType == AudioFormat.Pcmu.StaticPayloadType ? AudioFormat.Pcmu
        : payloadType == AudioFormat.Pcma.StaticPayloadType ? AudioFormat.Pcma
        : PayloadType is null && Format.StaticPayloadType is null && payloadType >= 96 ? Format
        : null;
}
