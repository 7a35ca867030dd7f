namespace Mongoose.Voice.Audio.Opus;

/// <summary>An implementation of Opus (RFC 6716). The packets of all implementations are the same format.</summary>
public abstract class OpusLibrary
{
    /// <summary>Implemented in C#; it runs on every host, and takes more processor time than libopus.</summary>
    public static readonly OpusLibrary Managed = new Concentus();

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

    /// <summary>Creates an encoder of Opus.</summary>
    internal abstract OpusEncoder CreateEncoder(AudioFormat format, OpusOptions options);

    /// <summary>Creates a decoder; it gives the channels of the format, whatever a packet has.</summary>
    internal abstract OpusDecoder CreateDecoder(AudioFormat format);
}
