using System.Text.Json.Nodes;
using Mongoose.Mixer.Commands;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>What "speak" and "listen" write.</summary>
public sealed class VoiceResultTests
{
    private static readonly SpokenVoice Spoken = new("ann", "0000abcd", 50, 10_000, 0, 1, 2, 0.5, null);
    private static readonly HeardSource Heard =
        new("ann", "0000abcd", "PCMU", 0.5, 50, 10_000, 1, 0, 0, 0.25, 1, 0.02, 0, -26, -12, [new HeardGap(1, 0.02)]);

    private static readonly VoiceResult[] Results = [new SpeakResult([Spoken], 3, 1, 2, 1), new ListenResult(2, 1, [Heard])];

    [TestCase(0, "mongoose-speak/1")]
    [TestCase(1, "mongoose-listen/1")]
    public void The_first_key_is_the_name_of_the_schema(int result, string schema) =>
        Assert.That(Json(Results[result]).First(), Has.Property("Key").EqualTo("schema").And.Property("Value")
        .Matches<JsonNode>(name => name.GetValue<string>() == schema));

    [Test]
    public void The_text_has_a_line_for_each_voice_and_one_for_the_whole()
    {
        Assert.That(Results[0].Lines, Is.EqualTo(new[]
        {
            "ann (0000abcd): 50 packets, 10000 bytes; reported: 2 lost, jitter 0.5 ms",
                "came back: 3 packets of 1 source, 2 reports, 1 feedback",
        }));
        Assert.That(Results[1].Lines, Is.EqualTo(new[]
        {
            "ann (0000abcd) PCMU: 50 packets, 1 lost, 0 late, 1.0 s heard, 1 gap of 0.02 s, -26.0 dBov, peak -12.0 dBov",
                "recorded: 2.0 s, 1 source; 1 datagram refused",
        }));
    }

    [Test]
    public void The_document_has_every_key()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "reference", "mixer-keys.md"));
        JsonObject speak = Json(Results[0]), listen = Json(Results[1]), source = listen["sources"]![0]!.AsObject();
        IEnumerable<string> keys = new[] { speak, listen, speak["voices"]![0]!.AsObject(), source,
            source["gaps"]![0]!.AsObject() }.SelectMany(node => node).Select(pair => pair.Key);
        Assert.That(keys.Except(["schema"])
            .Where(key => !new[] { $"`{key}`", $"`.{key}`", $"].{key}`", $"`{key}[]", $"].{key}[]" }.Any(document.Contains)), Is.Empty);
    }

    private static JsonObject Json(VoiceResult result)
    {
        using StringWriter output = new();
        result.Write(output, OutputFile.StandardOutput);
        return JsonNode.Parse(output.ToString())!.AsObject();
    }
}
