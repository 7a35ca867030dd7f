using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Sdp;

/// <summary>The parameters of a mixer's client port for standard programs.</summary>
/// <param name="Mixer">The address at which the mixer expects the client's audio.</param>
/// <param name="Client">The address at which the client receives; null if the mixer learns it.</param>
/// <param name="Format">The format in both directions.</param>
/// <param name="PayloadType">The payload type in both directions.</param>
/// <param name="FrameMilliseconds">The time of a packet.</param>
internal sealed record ClientSession(string Name, UdpAddress Mixer, UdpAddress? Client, AudioFormat Format, byte PayloadType,
    int FrameMilliseconds)
{
    /// <param name="host">The address at which programs reach the mixer: an IPv4 address or a name.</param>
    /// <exception cref="IOException">An address cannot be resolved.</exception>
    public static ClientSession Of(PeerSettings peer, MixerSettings settings, string host)
    {
        UdpAddress? client = peer.Address is { } address ? PeerAddress.Resolve(address) : null;
        AudioFormat.TryParse(peer.Options.Codec, out AudioFormat format);
        return new ClientSession(peer.Options.Name, PeerAddress.Resolve($"{host}:{peer.Port}"), client, format,
            PayloadTypes.Of(format, (byte?)peer.Options.PayloadType), settings.FrameMilliseconds);
    }

    /// <summary>The SDP with which the client receives; null if the mixer learns where.</summary>
    public string? Receiving => Client is { } client ? Describe(client, "recvonly") : null;

    /// <summary>The SDP of the client's own stream.</summary>
    public string Sending => Describe(Mixer, "sendonly");

    /// <summary>The description of RFC 8866: media go to an address, with RTCP on the port of RTP (RFC 5761).</summary>
    private string Describe(UdpAddress to, string direction)
    {
        string host = to.ToEndPoint().Address.ToString();
        List<string> lines =
        [
            "v=0", $"o=- 0 0 IN IP4 {host}", $"s={Name}", $"c=IN IP4 {host}", "t=0 0",
            $"m=audio {to.Port} RTP/AVP {PayloadType}", $"a=rtpmap:{PayloadType} {Format.RtpMap}", $"a=ptime:{FrameMilliseconds}",
                "a=rtcp-mux", $"a={direction}",
        ];
        // The line above always states two channels for Opus (RFC 7587 section 7); this line states the real number.
        if (Format.Codec == AudioCodec.Opus && Format.Channels == 2)
            lines.Insert(7, $"a=fmtp:{PayloadType} stereo=1;sprop-stereo=1");
        return string.Concat(lines.Select(line => line + "\n"));
    }
}
