using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Settings;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>The options of the verb "janus".</summary>
internal sealed record JanusOptions : ISettingRules
{
    [Setting("to", Option = "--to", HelpName = "host:port", IsRequired = true, Pattern = VoiceRules.AddressPattern,
        Range = VoiceRules.AddressRange, Text = "the mixer's client port")]
    public string To { get; init; } = "";

    [Setting("codec", Option = "--codec", HelpName = "codec", NamesIn = typeof(JanusOptions), NamesMember = nameof(Codecs),
        Text = "the codec of the mixer's client")]
    public string Codec { get; init; } = "opus";

    [Setting("payloadType", Option = "--payload-type", HelpName = "number", Min = 0, Max = 127, Range = VoiceRules.PayloadTypeRange,
        Default = VoiceRules.PayloadTypeDefault,
        Text = "the payload type of the mixer's client")]
    public int? PayloadType { get; init; }

    [Setting("pin", Option = "--pin", HelpName = "text", Text = "the room's pin")]
    public string? Pin { get; init; }

    [Setting("secret", Option = "--secret", HelpName = "text", Text = "`api_secret` in janus.jcfg")]
    public string? Secret { get; init; }

    [Setting("display", Option = "--display", HelpName = "name", Text = "name that participants see")]
    public string Display { get; init; } = "mongoose-mixer";

    [Setting("seconds", Option = "--seconds", Min = 0.1, Max = 1_000_000, Unit = "s", Default = "until Ctrl-C",
        Text = "leave the room after this time")]
    public Duration? Length { get; init; }

    [Setting("port", Option = "--port", HelpName = "port", Min = 0, Max = 65_535,
        Text = "the local port towards the mixer; 0 for a free one")]
    public int Port { get; init; }

    [Setting("roomPort", Option = "--room-port", HelpName = "port", Min = 0, Max = 65_535,
        Text = "the local port towards Janus; 0 for a free one")]
    public int RoomPort { get; init; }

    [Setting("seed", Option = "--seed", HelpName = "number", Min = 0, Max = VoiceRules.MaxSeed, Default = "random",
        Text = "seed of the SSRCs")]
    public int? Seed { get; init; }

    /// <summary>The codecs that AudioBridge takes by plain RTP.</summary>
    public static IReadOnlyList<string> Codecs => ["opus", "PCMU", "PCMA"];

    /// <summary>The room, and how to join it.</summary>
    public RoomOptions Room(string id)
    {
        AudioFormat.TryParse(Codec, out AudioFormat format);
        return new RoomOptions
        {
            Room = id,
            Display = Display,
            Pin = Pin,
            Secret = Secret,
            Format = format,
            PayloadType = (byte?)PayloadType
        };
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        report.CheckAddress("to", To);
        report.CheckPayloadType("payloadType", PayloadType);
        return this;
    }
}
