using System.Net;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>The options of the verb "listen".</summary>
internal sealed record ListenOptions : ISettingRules
{
    private const string DefaultBind = "127.0.0.1";

    [Setting("to", Option = "--to", HelpName = "host:port", Pattern = VoiceRules.AddressPattern, Range = VoiceRules.AddressRange,
        Text = "where to announce itself and report, such as a mixer's port for this client; other hosts are not recorded")]
    public string? To { get; init; }

    [Setting("bind", Option = "--bind", HelpName = "address", Default = $"{DefaultBind}; with --to, the address from which it is reached",
        Text = "local IPv4 address; 0.0.0.0: all of the host, to hear other hosts")]
    public string? Bind { get; init; }

    [Setting("port", Option = "--port", HelpName = "port", Min = 0, Max = 65_535, Text = "the local port; 0 for a free one, with `--to`")]
    public int Port { get; init; }

    [Setting("codec", Option = "--codec", HelpName = "codec", Range = AudioFormat.Texts,
        Text = "recorded besides PCMU (payload type 0) and PCMA (8)")]
    public string Codec { get; init; } = "PCMU";

    [Setting("payloadType", Option = "--payload-type", HelpName = "number", Min = 0, Max = 127, Range = VoiceRules.PayloadTypeRange,
        Default = "96 to 127, all of them",
        Text = "the payload type of `--codec`")]
    public int? PayloadType { get; init; }

    [Setting("name", Option = "--name", HelpName = "name", Text = "the recorder's CNAME")]
    public string Name { get; init; } = "recorder";

    [Setting("seconds", Option = "--seconds", Min = 0.1, Max = 1_000_000, Unit = "s", Default = "until Ctrl-C",
        Text = "end after this time")]
    public Duration? Length { get; init; }

    [Setting("seed", Option = "--seed", HelpName = "number", Min = 0, Max = VoiceRules.MaxSeed, Default = "random",
        Text = "seed of the SSRC")]
    public int? Seed { get; init; }

    [Setting("json", Option = "--json", HelpName = PathOption.FileName, Text = "write the result as JSON; - means standard output")]
    public string? Json { get; init; }

    private AudioFormat Format { get; init; }

    /// <summary>The options of the recorder.</summary>
    /// <exception cref="IOException">The host cannot be resolved or reached; the message names it.</exception>
    public RecorderOptions ToRecorder()
    {
        UdpAddress? to = To is { } text ? PeerAddress.Resolve(text) : null;
        return new RecorderOptions
        {
            Name = Name,
            Local = to is { } peer && Bind is null ? LocalAddress.Towards(peer, Port)
                : UdpAddress.From(new IPEndPoint(IPAddress.Parse(Bind ?? DefaultBind), Port)),
            To = to,
            Format = Format,
            PayloadType = (byte?)PayloadType,
            Seed = VoiceRules.SeedOf(Seed),
        };
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        report.Require(To is not null || Port != 0,
            null, "one of --to and --port is needed: without --to, somebody must know the port");
        report.CheckAddress("to", To);
        report.CheckBind(Bind);
        report.CheckPayloadType("payloadType", PayloadType);
        return this with { Format = VoiceRules.CheckCodec(report, Codec) };
    }
}
