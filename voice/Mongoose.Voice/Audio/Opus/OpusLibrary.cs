namespace Mongoose.Voice.Audio.Opus;

/// <summary>An implementation of Opus (RFC 6716). All implementations have the same packet format.</summary>
public abstract class OpusLibrary
{
    /// <summary>Implemented in C#; it runs on every host, and takes more processor time than libopus.</summary>
    public static readonly OpusLibrary Managed = new ConcentusLibrary();

    /// <summary>The host's libopus; null if the host has none.</summary>
    public static readonly OpusLibrary? Native = Libopus.IsInstalled ? new Libopus() : null;

    /// <summary>The implementation that this process uses: libopus if the host has it.</summary>
    public static OpusLibrary Current => Native ?? Managed;

    /// <summary>The sample rate of all its encoders and decoders.</summary>
    internal const int SampleRate = 48_000;

    /// <summary>Name and version, for people.</summary>
    public abstract string Name { get; }

    /// <inheritdoc/>
    public override string ToString() => Name;

    /// <summary>
    /// Whether its decoder conceals lost packets well. If not, the caller conceals them, and calls the decoder only to update its state.
    /// </summary>
    internal abstract bool Conceals { get; }

    /// <summary>Creates an encoder of speech (OPUS_APPLICATION_VOIP) with a variable bit rate.</summary>
    /// <param name="channels">1 or 2.</param>
    /// <param name="bitRate">In bit/s, 6000 to 510 000.</param>
    /// <param name="complexity">0 to 10: processor time against quality.</param>
    internal abstract IOpusEncoder CreateEncoder(int channels, int bitRate, int complexity);

    /// <summary>Creates a decoder; it gives this number of channels, whatever a packet has.</summary>
    internal abstract IOpusDecoder CreateDecoder(int channels);
}

/// <summary>An encoder of one stream. Samples have a full scale of 1.</summary>
internal interface IOpusEncoder : IDisposable
{
    /// <summary>The delay from the encoder's input to the decoder's output, in samples per channel.</summary>
    int Lookahead { get; }

    /// <summary>Encodes a frame of a length that Opus supports.</summary>
    /// <param name="length">Samples per channel.</param>
    /// <returns>The payload's bytes.</returns>
    /// <exception cref="InvalidOperationException">The frame does not fit into the payload.</exception>
    int Encode(ReadOnlySpan<float> frame, int length, Span<byte> payload);

    void Reset();
}

/// <summary>A decoder of one stream. Samples have a full scale of 1.</summary>
internal interface IOpusDecoder : IDisposable
{
    /// <summary>Decodes a packet, or conceals a lost one.</summary>
    /// <param name="payload">Empty for a lost packet.</param>
    /// <param name="length">Samples per channel: the room for a packet, or the length to conceal, a multiple of 2.5 ms.</param>
    /// <returns>Samples per channel; 0 if the payload is malformed.</returns>
    int Decode(ReadOnlySpan<byte> payload, Span<float> samples, int length);

    void Reset();
}
