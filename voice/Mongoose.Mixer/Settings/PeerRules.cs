using Mongoose.Core.Settings;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Settings;

/// <summary>The rules that concern one peer. Settings that they accept work on a host that passes <see cref="HostCheck"/>.</summary>
internal static class PeerRules
{
    public static void Check(PeerSettings peer, MixerSettings settings, string place, ISettingReport report)
    {
        if (AudioFormat.TryParse(peer.Options.Codec, out AudioFormat format))
            CheckFormat(peer.Options, format, settings, place, report);
        else
            report.Problem($"{place}.codec", $"allowed are {AudioFormat.Texts}");
        report.CheckPayloadType($"{place}.payloadType", peer.Options.PayloadType);
        report.Require(peer.Port != settings.ControlPort, $"{place}.port", "it is the control port; each needs a port of its own");
        report.CheckAddress($"{place}.address", peer.Address);
    }

    private static void CheckFormat(PeerOptions options, AudioFormat format, MixerSettings settings, string place, ISettingReport report)
    {
        bool isStereo = options is { Role: PeerRole.Client, Form: PeerForm.Stereo };
        if (options.Role == PeerRole.Mixer && format.Channels == 2)
            report.Problem($"{place}.codec", "a trunk between mixers has one channel; allowed are PCMU, PCMA, L16/RATE, opus");
        else if (isStereo && format.Channels == 1)
            report.Problem($"{place}.form",
                $"it needs a codec with two channels, not {options.Codec}; allowed are L16/RATE/2 and opus/48000/2");
        else if (!isStereo && format.Channels == 2)
            report.Problem($"{place}.codec", "only form stereo has two channels; allowed with other forms are PCMU, PCMA, L16/RATE, opus");
        else if (options.Role == PeerRole.Mixer && options.StreamsPerPacket(format, settings.Frame) < 1)
            report.Problem($"{place}.codec",
                $"a frame of {settings.FrameMilliseconds} ms does not fit into a trunk packet of 1500 bytes; {Smaller(format)}");
        report.Require(
            !FrameTimes.IsAllowed(settings.FrameMilliseconds) || FrameTimes.IsAllowed(settings.FrameMilliseconds, format.Codec),
            $"{place}.codec", "Opus has no frames of 30 ms; allowed are 10, 20, 40 and 60, or another codec");
    }

    private static string Smaller(AudioFormat format) =>
        format.Codec == AudioCodec.Opus ? "use a shorter frame or a lower bitRate" : "use a shorter frame or another codec";
}
