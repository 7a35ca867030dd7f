using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// Reads trunk packets: one RTP packet per frame with all streams for a peer. The RTP header, with timestamps of 48 kHz, is followed for
/// each stream by <see cref="StreamHeaderBytes"/> bytes and its audio:
/// <code>
/// byte 0-3  SSRC of the source or the mix
///      4    bits 0-1 codec: 0 PCMU, 1 PCMA, 2 L16, 3 Opus; bits 2-3 sample rate: 0 8000, 1 16 000, 2 24 000, 3 48 000;
///           bit 4 is a mix; bits 5-7 fade: 0 none, 1 in, 2 out, 3 in late, 4 out late
///      5    loudness, 0 to 127 in -dBov
///      6-7  bits 11-15 the lead before mixes, t (t + 1) / 2 + o for t trunks of which o have mixes in Opus; bits 0-10 bytes of audio
/// </code>
/// Numbers have their most significant byte first. Bit 0 is the least significant. A packet with no stream is valid.
/// </summary>
public ref struct TrunkReader
{
    /// <summary>The payload type.</summary>
    public const byte PayloadType = 120;

    /// <summary>Ticks of the timestamps per second.</summary>
    public const int ClockRate = 48_000;

    /// <summary>Bytes of a stream besides its audio.</summary>
    public const int StreamHeaderBytes = 8;

    private ReadOnlySpan<byte> _rest;

    public RtpHeader Header { get; private init; }

    /// <summary>Begins to read; false if it is not a trunk packet, or any of its streams is malformed.</summary>
    public static bool TryRead(ReadOnlySpan<byte> datagram, out TrunkReader reader)
    {
        reader = default;
        if (!RtpPacket.TryRead(datagram, out RtpPacket packet) || packet.Header.PayloadType != PayloadType)
            return false;
        ReadOnlySpan<byte> rest = packet.Payload;
        while (TryTake(ref rest, out _, out _))
        {
        }
        if (!rest.IsEmpty)
            return false;
        reader = new TrunkReader { Header = packet.Header, _rest = packet.Payload };
        return true;
    }

    /// <summary>The next stream; false at the end.</summary>
    public bool TryNext(out TrunkStream stream, out ReadOnlySpan<byte> audio) => TryTake(ref _rest, out stream, out audio);

    private static bool TryTake(scoped ref ReadOnlySpan<byte> rest, out TrunkStream stream, out ReadOnlySpan<byte> audio)
    {
        stream = default;
        audio = [];
        if (rest.Length < StreamHeaderBytes || !TrunkStream.TryReadHeader(rest, out stream, out int bytes)
            || bytes > rest.Length - StreamHeaderBytes)
            return false;
        audio = rest.Slice(StreamHeaderBytes, bytes);
        rest = rest[(StreamHeaderBytes + bytes)..];
        return true;
    }
}
