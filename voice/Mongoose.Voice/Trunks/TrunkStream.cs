using System.Buffers.Binary;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Trunks;

/// <summary>A stream's part of a trunk packet.</summary>
/// <param name="Ssrc">The source, or the mix.</param>
/// <param name="Format">The stream's format: PCMU, PCMA, L16 of one channel, or Opus of one channel.</param>
/// <param name="Level">The stream's loudness, 0 to 127 in -dBov.</param>
/// <param name="Fade">The source's fade in this frame.</param>
/// <param name="Lead">The time by which the stream is ahead of the mixes.</param>
public readonly record struct TrunkStream(uint Ssrc, AudioFormat Format, byte Level, bool IsMix, TrunkFade Fade, TrunkLead Lead = default)
{
    /// <summary>The maximum bytes of a stream's audio.</summary>
    internal const int MaxBytes = (1 << LeadShift) - 1;

    private const int CodecMask = 0x03, RateShift = 2, RateMask = 0x03, MixBit = 0x10, FadeShift = 5;
    private const int LeadShift = 11;

    /// <summary>Whether a trunk can carry the stream: one channel, a rate of its codec, a level of at most 127.</summary>
    internal bool IsValid => Format is { Channels: 1, IsValid: true } && Level <= LevelMeter.Silence
        && Fade is >= TrunkFade.None and <= TrunkFade.LateOut && Lead.IsValid;

    internal void WriteHeader(Span<byte> header, int bytes)
    {
        BinaryPrimitives.WriteUInt32BigEndian(header, Ssrc);
        header[4] = (byte)((int)Format.Codec | RateOf(Format.SampleRate) << RateShift | (IsMix ? MixBit : 0) | (int)Fade << FadeShift);
        header[5] = Level;
        BinaryPrimitives.WriteUInt16BigEndian(header[6..], (ushort)(bytes | Lead.Code << LeadShift));
    }

    internal static bool TryReadHeader(ReadOnlySpan<byte> header, out TrunkStream stream, out int bytes)
    {
        byte flags = header[4];
        AudioFormat format = new((AudioCodec)(flags & CodecMask), RateAt(flags >> RateShift & RateMask), 1);
        int lengths = BinaryPrimitives.ReadUInt16BigEndian(header[6..]);
        stream = new TrunkStream(BinaryPrimitives.ReadUInt32BigEndian(header), format, header[5], (flags & MixBit) != 0,
            (TrunkFade)(flags >> FadeShift), TrunkLead.Of(lengths >> LeadShift));
        bytes = lengths & MaxBytes;
        return stream.IsValid && (format.SampleBytes == 0 || bytes % format.SampleBytes == 0);
    }

    private static int RateOf(int sampleRate) => sampleRate switch { 8000 => 0, 16_000 => 1, 24_000 => 2, 48_000 => 3, _ => -1 };

    private static int RateAt(int index) => index switch { 0 => 8000, 1 => 16_000, 2 => 24_000, _ => 48_000 };
}

/// <summary>Whether a source moves between being alone and the mix in this frame.</summary>
public enum TrunkFade
{
    None,

    /// <summary>The source leaves the mix: fade it in.</summary>
    In,

    /// <summary>The source enters the mix: fade it out; the next frame has it in the mix only.</summary>
    Out,

    /// <summary><see cref="In"/> for a voice that was encoded again on its path, and is as late as the mix.</summary>
    LateIn,

    /// <summary><see cref="Out"/> for such a voice.</summary>
    LateOut,
}
