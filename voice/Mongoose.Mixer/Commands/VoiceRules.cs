using System.Security.Cryptography;
using Mongoose.Core.Settings;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>Rules for options of several verbs.</summary>
internal static class VoiceRules
{
    public const string AddressPattern = "^[^:]+:[0-9]{1,5}$", AddressRange = "an IPv4 address or host name, a colon and a port";

    public const string PayloadTypeRange = "0 to 63, or 96 to 127", PayloadTypeDefault = "0 for PCMU, 8 for PCMA, else 97";

    public const int MaxSeed = 1_000_000_000;

    /// <summary>The format that a text names.</summary>
    public static AudioFormat CheckCodec(ISettingReport report, string codec)
    {
        if (!AudioFormat.TryParse(codec, out AudioFormat format))
            report.Problem("codec", $"allowed are {AudioFormat.Texts}");
        return format;
    }

    /// <summary>A seed, random if none is given, so that two processes have different SSRCs.</summary>
    public static int SeedOf(int? given) => given ?? RandomNumberGenerator.GetInt32(MaxSeed + 1);
}
