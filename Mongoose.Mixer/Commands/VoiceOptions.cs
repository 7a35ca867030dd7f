using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Security.Cryptography;
using Mongoose.Mixer.Settings;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>Options that several verbs have.</summary>
internal static class VoiceOptions
{
    private const int LargestSeed = 1_000_000_000;

    private const string Codecs = "PCMU, PCMA, L16/RATE, L16/RATE/2, opus, opus/48000/2; RATE is 8000, 16000, 24000 or 48000";

    /// <summary>An option with an address of the form HOST:PORT.</summary>
    public static Option<string?> Address(string name, string description, bool isRequired) => new(name)
    {
        Description = description,
        HelpName = "host:port",
        Required = isRequired,
        CustomParser = result =>
        {
            string text = Text(result);
            if (text.Count(c => c == ':') != 1 || text[0] == ':' || !PeerAddress.HasPort(text))
                result.AddError($"{name} {text}: allowed are an IPv4 address or host name, a colon and a port from 1 to 65535");
            return text;
        },
    };

    public static Option<AudioFormat> Codec(AudioFormat defaultValue, string description, params AudioCodec[] allowed) => new("--codec")
    {
        Description = $"{description} ({NamesOf(allowed)}) [default: {defaultValue}]",
        HelpName = "codec",
        DefaultValueFactory = _ => defaultValue,
        CustomParser = result =>
        {
            string text = Text(result);
            if (!AudioFormat.TryParse(text, out AudioFormat format) || allowed.Length > 0 && !allowed.Contains(format.Codec))
                result.AddError($"--codec {text}: allowed are {NamesOf(allowed)}");
            return format;
        },
    };

    public static Option<int?> PayloadType(string defaultValue) => new("--payload-type")
    {
        Description = $"The payload type of RTP (0 to 63, or 96 to 127) [default: {defaultValue}]",
        HelpName = "number",
        CustomParser = result =>
        {
            string text = Text(result);
            if (int.TryParse(text, out int value) && value is >= 0 and <= 63 or >= 96 and <= 127)
                return value;
            result.AddError($"--payload-type {text}: allowed are 0 to 63 and 96 to 127");
            return null;
        },
    };

    public static Option<int> Port() => RangedPort("--port", "The local port; 0 for a free one");

    public static Option<int> RangedPort(string name, string description) => Mongoose.Runtime.CommandLine.RangedOption.Integer(name, description, 0, 0, 65_535);

    public static Option<string?> Json() => new("--json") { Description = "Write what was counted as JSON; - for standard output", HelpName = "file" };

    /// <summary>A seed; without one, <see cref="SeedOf"/> draws it, so that two processes have different SSRCs.</summary>
    public static Option<int?> Seed(string description) => new("--seed")
    {
        Description = $"{description} (0 to {LargestSeed}) [default: random]",
        HelpName = "number",
        CustomParser = result =>
        {
            string text = Text(result);
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int value) && value <= LargestSeed)
                return value;
            result.AddError($"--seed {text}: allowed are whole numbers from 0 to {LargestSeed}");
            return null;
        },
    };

    /// <summary>The seed that was given, or a random one.</summary>
    public static int SeedOf(ParseResult parsed, Option<int?> seed) => parsed.GetValue(seed) ?? RandomNumberGenerator.GetInt32(LargestSeed + 1);

    private static string NamesOf(AudioCodec[] allowed) => allowed.Length > 0 ? string.Join(", ", allowed.Select(codec => codec == AudioCodec.Opus ? "opus" : codec.ToString().ToUpperInvariant())) : Codecs;

    private static string Text(ArgumentResult result) => result.Tokens.Count == 0 ? "" : result.Tokens[^1].Value;
}
