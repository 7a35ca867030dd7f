using System.Text;
using System.Text.Json;

namespace Mongoose.Tests.Runtime.Output;

public sealed class JsonScanTests
{
    [TestCase("{\"a\": {\"schema\": \"no\"}, \"schema\": \"x/1\"}", "x/1")]
    [TestCase("{\"schema\": [\"no\"]}", null)]
    [TestCase("{\"schema\": {\"a\": \"no\"}, \"b\": \"no\"}", null)]
    [TestCase("[\"schema\", \"no\"]", null)]
    [TestCase(" {} ", null)]
    public void The_text_of_a_key_of_the_outermost_object_is_found(string json, string? text) => Assert.That(Scan(json), Is.EqualTo(text));

    [TestCase("", "the file is empty")]
    [TestCase("  ", "the file is truncated: it ends after 2 bytes, in line 1")]
    [TestCase("{\n\"a\": 1,\n\"b\": [1", "the file is truncated: it ends after 17 bytes, in line 3, in or after \"b\"")]
    [TestCase("{", "the file is truncated: it ends after 1 bytes, in line 1")]
    [TestCase("{\"a\": \"x", "the file is truncated: it ends after 8 bytes, in line 1, in or after \"a\"")]
    [TestCase("{\"a\": 1, \"a\": 2}", "the key \"a\" is there twice")]
    [TestCase("{\"b\": [{\"a\": 1}, {\"a\": 1, \"a\": 2}]}", "the key \"a\" is there twice in an object of \"b\"")]
    [TestCase("{\n1}", "line 2: '1' is an invalid start of a property name. Expected a '\"'.")]
    [TestCase("{}{}", "line 1: '{' is invalid after a single JSON value. Expected end of data.")]
    public void A_stream_that_is_not_one_complete_object_is_refused(string json, string message) =>
        Assert.That(() => Scan(json), Throws.InstanceOf<JsonException>().With.Message.EqualTo(message));

    [Test]
    public void Values_may_be_longer_than_the_buffer()
    {
        string text = new('x', 300_000);
        Assert.That(Scan($"{{\"a\": \"{text}\", \"schema\": \"{text}\"}}"), Is.EqualTo(text));
        Assert.That(() => Scan($"{{\"a\": \"{new string('x', 20_000_000)}"),
            Throws.InstanceOf<JsonException>().With.Message.StartsWith("a value in it is longer than "));
    }

    [Test]
    public void Bytes_may_arrive_one_by_one()
    {
        using DripStream stream = new(Encoding.UTF8.GetBytes("{\"a\": [1.25, \"é\"], \"schema\": \"x/1\"}\n"));
        Assert.That(JsonScan.TextOf(stream, "schema", default), Is.EqualTo("x/1"));
    }

    private static string? Scan(string json)
    {
        using MemoryStream stream = new(Encoding.UTF8.GetBytes(json));
        return JsonScan.TextOf(stream, "schema", default);
    }

    private sealed class DripStream(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(1, count));
    }
}
