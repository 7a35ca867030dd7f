namespace Mongoose.Voice.Rtp;

/// <summary>The fixed part of an RTP header (RFC 3550 section 5.1).</summary>
/// <param name="PayloadType">0 to 127 (RFC 3551).</param>
/// <param name="IsMarked">The marker bit: the first packet after a pause.</param>
/// <param name="Number">The sequence number; it wraps.</param>
/// <param name="Timestamp">In ticks of the format's clock; it wraps.</param>
public readonly record struct RtpHeader(byte PayloadType, bool IsMarked, ushort Number, uint Timestamp, uint Ssrc);
