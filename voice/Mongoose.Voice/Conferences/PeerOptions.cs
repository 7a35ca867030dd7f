using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences;

/// <summary>The settings of a peer: its role, its formats, and the limits of the streams sent to it.</summary>
public sealed record PeerOptions
{
    /// <summary>The factor by which the mean frame of Opus may exceed the size that its bit rate gives.</summary>
    internal const double OpusVariation = 1.1;

    [Setting("name", IsRequired = true, Pattern = "^.{1,63}$", Range = "1 to 63 characters",
        Text = "name in tables, messages and notices")]
    public string Name { get; init; } = "";

    [Setting("role", Text = "`mixer`: another mongoose-mixer, by a trunk; `client`: any program that speaks RTP")]
    public PeerRole Role { get; init; } = PeerRole.Client;

    [Setting("codec", Pattern = "^[A-Za-z0-9/]+$", Range = AudioFormat.Texts,
        Text = "the format sent, and expected")]
    public string Codec { get; init; } = "PCMU";

    [Setting("payloadType", Min = 0, Max = 127, Default = "0 for PCMU, 8 for PCMA, else 97", Text = "the payload type of RTP")]
    public int? PayloadType { get; init; }

    [Setting("form",
        Text = "of a client: one stream made for it (`mono`, `stereo`), or one for each voice and one for the mix")]
    public PeerForm Form { get; init; } = PeerForm.Mono;

    [Setting("bitRate", Min = 6000, Max = 510_000, Unit = "bit/s", Text = "bit rate of each stream of Opus")]
    public int BitRate { get; init; } = 32_000;

    [Setting("complexity", Min = 0, Max = 10, Text = "of Opus: processor time against quality")]
    public int Complexity { get; init; } = 5;

    [Setting("levelExtension", Min = 0, Max = 14, OrZero = true,
        Text = "id of the header extension with its level (RFC 6464); 0: none")]
    public int LevelExtension { get; init; }

    [Setting("maxSources", Min = 1, Max = 1000, Default = "8 of a client, 1000 of a mixer",
        Text = "maximum sources accepted from it")]
    public int? MaxSources { get; init; }

    [Setting("rule", NamesIn = typeof(MixingRules), Default = "steady for a mixer, fixed for a client",
        Text = "rule of the number of streams; all but `fixed` need its reports (RFC 8888)")]
    public string? Rule { get; init; }

    [Setting("maxStreams", Min = 1, Max = 1000, Text = "maximum streams, a mix included")]
    public int MaxStreams { get; init; } = 1000;

    [Setting("maxKbps", Min = 8, Max = 1_000_000, Unit = "kbit/s", Default = "none",
        Text = "maximum IP bytes of streams, without reports and notices; one stream is always allowed")]
    public DataRate? MaxRate { get; init; }

    /// <summary>The rule; if none is given, the default of the role.</summary>
    public string EffectiveRule => Rule ?? (Role == PeerRole.Mixer ? MixingRules.Steady : MixingRules.Fixed);

    /// <summary>The streams that fit into a packet between mixers; for Opus with some reserve, because its frames vary.</summary>
    /// <param name="format">The format that <see cref="Codec"/> names.</param>
    /// <param name="frame">The length of a frame.</param>
    public int StreamsPerPacket(AudioFormat format, Duration frame)
    {
        double bytes = PayloadSizes.BytesOf(format, frame, new OpusOptions(BitRate, Complexity));
        double reserved = bytes * (format.Codec == AudioCodec.Opus ? OpusVariation : 1);
        return (int)(PayloadSizes.MaxBytes / (TrunkReader.StreamHeaderBytes + reserved));
    }
}

/// <summary>The role of a peer.</summary>
public enum PeerRole
{
    /// <summary>A program that speaks RTP.</summary>
    Client,

    /// <summary>Another mixer.</summary>
    Mixer,
}

/// <summary>The form in which a client receives voices.</summary>
public enum PeerForm
{
    /// <summary>One stream with all voices.</summary>
    Mono,

    /// <summary>One stream of two channels with each voice at its place.</summary>
    Stereo,

    /// <summary>A stream for each voice, and one for the mix of the rest.</summary>
    Separate,
}
