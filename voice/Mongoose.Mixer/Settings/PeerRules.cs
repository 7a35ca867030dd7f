using Mongoose.Core.Settings;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Mixer.Settings;

/// <summary>The rules that concern one peer. Settings that they accept work on a host that passes <see cref="HostCheck"/>.</summary>
internal static class PeerRules
{
    /// <summary>The payload that fits into an IP packet of 1500 bytes with the headers of IP, UDP and RTP.</summary>
    internal const int MaxPayload = 1500 - DatagramHeaders.Bytes - RtpPacket.HeaderBytes;

    private const string Codecs =
        "allowed are PCMU, PCMA, L16/RATE, L16/RATE/2 with a RATE of 8000, 16000, 24000 or 48000, opus, opus/48000/2";

    /// <summary>A trunk keeps room for frames of Opus that are this much larger than those of its bit rate.</summary>
    private const double OpusVariation = 1.1;

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
        else if (options.Role == PeerRole.Mixer && !FitsIntoTrunk(options, format, settings))
            report.Problem($"{place}.codec",
                $"a frame of {settings.FrameMilliseconds} ms does not fit into a trunk packet of 1500 bytes; {Smaller(format)}");
        if (FrameTimes.IsAllowed(settings.FrameMilliseconds) && !FrameTimes.IsAllowed(settings.FrameMilliseconds, format.Codec))
            report.Problem($"{place}.codec", "Opus has no frames of 30 ms; allowed are 10, 20, 40 and 60, or another codec");
    }

    private static bool FitsIntoTrunk(PeerOptions options, AudioFormat format, MixerSettings settings)
    {
        double bytes = PayloadSizes.BytesOf(format, settings.Frame, new OpusOptions(options.BitRate, options.Complexity));
        return TrunkReader.StreamHeaderBytes + bytes * (format.Codec == AudioCodec.Opus ? OpusVariation : 1) <= MaxPayload;
    }

    private static string Smaller(AudioFormat format) =>
        format.Codec == AudioCodec.Opus ? "use a shorter frame or a lower bitRate" : "use a shorter frame or another codec";
}
