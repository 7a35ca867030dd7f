using System.Buffers.Binary;

namespace Mongoose.Voice.Audio;

/// <summary>The fmt chunk of a WAV file.</summary>
/// <param name="Tag">How samples are coded; for WAVE_FORMAT_EXTENSIBLE, the tag in its subformat.</param>
/// <param name="SampleRate">Samples per second and channel.</param>
/// <param name="FrameBytes">Bytes of a sample of all channels; 0 if the file does not say it.</param>
internal readonly record struct WavFormat(int Tag, int Channels, int SampleRate, int BitsPerSample, int FrameBytes = 0)
{
    /// <summary>WAVE_FORMAT_PCM.</summary>
    public const int Pcm = 1;

    /// <summary>Bytes of the chunk of PCM.</summary>
    public const int Length = 16;

    private const int MinRate = 1000, MaxRate = 384_000;
    private const int Float = 3, ALaw = 6, MuLaw = 7, Extensible = 0xFFFE, ExtensibleLength = 40, Subformat = 24;

    /// <summary>Reads the chunk. Returns false if it is too short.</summary>
    public static bool TryRead(ReadOnlySpan<byte> chunk, out WavFormat format)
    {
        format = default;
        if (chunk.Length < Length)
            return false;
        int tag = BinaryPrimitives.ReadUInt16LittleEndian(chunk);
        if (tag == Extensible && chunk.Length < ExtensibleLength)
            return false;
        // The first two bytes of a subformat's GUID are the tag; the others are the same for all tags.
        format = new WavFormat(tag == Extensible ? BinaryPrimitives.ReadUInt16LittleEndian(chunk[Subformat..]) : tag,
            BinaryPrimitives.ReadUInt16LittleEndian(chunk[2..]),
            BinaryPrimitives.ReadInt32LittleEndian(chunk[4..]),
            BinaryPrimitives.ReadUInt16LittleEndian(chunk[14..]),
            BinaryPrimitives.ReadUInt16LittleEndian(chunk[12..]));
        return true;
    }

    public void Write(Span<byte> chunk)
    {
        int sample = Channels * BitsPerSample / 8;
        BinaryPrimitives.WriteUInt16LittleEndian(chunk, (ushort)Tag);
        BinaryPrimitives.WriteUInt16LittleEndian(chunk[2..], (ushort)Channels);
        BinaryPrimitives.WriteInt32LittleEndian(chunk[4..], SampleRate);
        BinaryPrimitives.WriteInt32LittleEndian(chunk[8..], SampleRate * sample);
        BinaryPrimitives.WriteUInt16LittleEndian(chunk[12..], (ushort)sample);
        BinaryPrimitives.WriteUInt16LittleEndian(chunk[14..], (ushort)BitsPerSample);
    }

    /// <summary>Why such a file cannot be played; null if it can.</summary>
    public string? Refusal() => this switch
    {
        { Tag: not Pcm } => $"{Coding()}; only 16-bit PCM is allowed",
        { BitsPerSample: not 16 } => $"{BitsPerSample}-bit samples; only 16-bit PCM is allowed",
        { Channels: not (1 or 2) } => $"{Channels} channels; allowed are 1 and 2",
        { FrameBytes: not 0 } when FrameBytes != Channels * BitsPerSample / 8 =>
            $"{FrameBytes} bytes for a sample of all channels; only {Channels * BitsPerSample / 8} are allowed with 16-bit PCM",
        _ => SampleRate is >= MinRate and <= MaxRate ? null : $"{(uint)SampleRate} samples per second; allowed are {MinRate} to {MaxRate}",
    };

    private string Coding() => Tag switch
    {
        Float => "floating-point samples",
        ALaw => "A-law samples",
        MuLaw => "mu-law samples",
        _ => $"samples of format 0x{Tag:X4}",
    };
}
