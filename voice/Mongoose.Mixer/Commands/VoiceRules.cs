using System.Net;
using System.Security.Cryptography;
using Mongoose.Core.Settings;
using Mongoose.Mixer.Settings;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>Rules for options of several verbs.</summary>
internal static class VoiceRules
{
    public const string AddressPattern = "^[^:]+:[0-9]{1,5}$", AddressRange = "an IPv4 address or host name, a colon and a port";

    public const string CodecRange = "PCMU, PCMA, L16/RATE, L16/RATE/2, opus or opus/48000/2; RATE is 8000, 16000, 24000 or 48000";

    public const string PayloadTypeRange = "0 to 63, or 96 to 127", PayloadTypeDefault = "0 for PCMU, 8 for PCMA, else 97";

    public const int MaxSeed = 1_000_000_000;

    /// <summary>Checks the port of an address, whose form was checked; empty for none.</summary>
    public static void CheckAddress(ISettingReport report, string key, string? address)
    {
        if (address is { Length: > 0 } && !PeerAddress.HasPort(address))
            report.Problem(key, "allowed are ports 1 to 65535");
    }

    public static void CheckBind(ISettingReport report, string? address)
    {
        if (address is not null && !PeerAddress.TryParseHost(address, out IPAddress? _))
            report.Problem("bind", "allowed are IPv4 addresses of this host, such as 0.0.0.0 for all of them");
    }

    /// <summary>The format that a text names.</summary>
    public static AudioFormat CheckCodec(ISettingReport report, string codec)
    {
        if (!AudioFormat.TryParse(codec, out AudioFormat format))
            report.Problem("codec", $"allowed are {CodecRange}");
        return format;
    }

    public static void CheckPayloadType(ISettingReport report, int? payloadType)
    {
        if (payloadType is >= 64 and <= 95)
            report.Problem("payloadType", "allowed are 0 to 63 and 96 to 127: RTCP on the same port uses the others (RFC 5761)");
    }

    /// <summary>A seed, random if none is given, so that two processes have different SSRCs.</summary>
    public static int SeedOf(int? given) => given ?? RandomNumberGenerator.GetInt32(MaxSeed + 1);
}
