using Mongoose.Core.Settings;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Mixer.Settings;

/// <summary>The rules that concern one peer.</summary>
internal static class PeerRules
{
    private const string Codecs = "allowed are PCMU, PCMA, L16/RATE, L16/RATE/2 with a RATE of 8000, 16000, 24000 or 48000, opus, opus/48000/2";

    /// <summary>The payload that fits into an IP packet of 1500 bytes with the headers of IP, UDP and RTP.</summary>
    private const int LargestPayload = 1460;

    public static void Check(PeerSettings peer, MixerSettings settings, string place, ISettingReport report)
    {
        if (AudioFormat.TryParse(peer.Options.Codec, out AudioFormat format))
            CheckFormat(peer.Options, format, settings, place, report);
        else
            report.Problem($"{place}.codec", Codecs);
        if (peer.Options.PayloadType is >= 64 and <= 95)
            report.Problem($"{place}.payloadType", "allowed are 0 to 63 and 96 to 127: RTCP on the same port uses the others (RFC 5761)");
        if (peer.Port == settings.ControlPort)
            report.Problem($"{place}.port", "it is the control port; each needs a port of its own");
        if (peer.Address is { } address && !PeerAddress.HasPort(address))
            report.Problem($"{place}.address", "allowed are ports 1 to 65535");
        else if (peer.Address == $"{settings.Bind}:{peer.Port}")
            report.Problem($"{place}.address", "it is this mixer's own port for the peer; write the peer's address");
    }

    public static IEnumerable<string> Notes(PeerSettings peer, MixerSettings settings)
    {
        PeerOptions options = peer.Options;
        if (options.Role == PeerRole.Client && options.EffectiveRule != MixingRules.Fixed)
            yield return $"{options.Name}: the rule {options.EffectiveRule} needs reports of RFC 8888, which few clients send; without them, use {MixingRules.Fixed}";
        if (options.Role == PeerRole.Mixer && options.EffectiveRule == MixingRules.Fixed)
            yield return $"{options.Name}: the rule {MixingRules.Fixed} sends the same number of streams whatever the path carries";
        if (options.Role == PeerRole.Mixer && options.Form != PeerForm.Mono)
            yield return $"{options.Name}: form has no effect for a mixer";
        if (AudioFormat.TryParse(options.Codec, out AudioFormat format) && PayloadBytes(format, settings.FrameMilliseconds) is var bytes and > LargestPayload)
            yield return $"{options.Name}: a frame of {options.Codec} has {bytes} bytes, so that IP splits each packet; a shorter frame or another codec avoids it";
    }

    private static void CheckFormat(PeerOptions options, AudioFormat format, MixerSettings settings, string place, ISettingReport report)
    {
        if (options.Role == PeerRole.Mixer && format.Channels == 2)
            report.Problem($"{place}.codec", "a trunk between mixers has one channel; allowed are PCMU, PCMA, L16/RATE, opus");
        else if (options is { Role: PeerRole.Client, Form: PeerForm.Stereo } && format.Channels == 1)
            report.Problem($"{place}.form", $"it needs a codec with two channels, not {options.Codec}; allowed are L16/RATE/2 and opus/48000/2");
        if (format.Codec == AudioCodec.Opus && settings.FrameMilliseconds == 30)
            report.Problem($"{place}.codec", "Opus has no frames of 30 ms; allowed are 10, 20, 40 and 60, or another codec");
    }

    private static int PayloadBytes(AudioFormat format, int milliseconds) => format.SampleRate * milliseconds / 1000 * format.SampleBytes;
}
