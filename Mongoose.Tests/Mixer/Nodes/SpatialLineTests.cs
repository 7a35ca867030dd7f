using System.Globalization;
using System.Numerics;
using System.Text;
using Mongoose.Mixer.Nodes;
using Mongoose.Voice.Conferences;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Mixer.Nodes;

public sealed class SpatialLineTests
{
    private static SpatialUpdate Parse(string line)
    {
        Assert.That(SpatialLine.TryParse(Encoding.UTF8.GetBytes(line), out SpatialUpdate update, out string? error), Is.True, error);
        Assert.That(error, Is.Null);
        return update;
    }

    private static string? ErrorOf(ReadOnlySpan<byte> line)
    {
        bool isValid = SpatialLine.TryParse(line, out SpatialUpdate update, out string? error);
        Assert.That((isValid, update), Is.EqualTo((error is null, isValid ? update : default)));
        return error;
    }

    [Test]
    public void A_viewers_line_with_an_id_becomes_metres_and_unit_quaternions()
    {
        SpatialUpdate update = Parse("""
            {"id":"Alice","lh":{"w":70,"x":0,"y":0,"z":70},"lp":{"x":12800,"y":-50,"z":2501},"sh":{"w":99,"x":0,"y":0,"z":0},"sp":{"x":12834,"y":6400,"z":2250}}
            """);
        float half = MathF.Sqrt(0.5f);
        Assert.Multiple(() =>
        {
            Assert.That(update.Name, Is.EqualTo("Alice"));
            Assert.That(update.Speaker, Is.EqualTo(new Vector3(128.34f, 64, 22.5f)));
            Assert.That(update.SpeakerHeading, Is.EqualTo(Quaternion.Identity));
            Assert.That(update.Listener, Is.EqualTo(new Vector3(128, -0.5f, 25.01f)));
            Assert.That((update.ListenerHeading!.Value - new Quaternion(0, 0, half, half)).Length(), Is.LessThan(1e-6f));
        });
    }

    [Test]
    public void What_a_line_does_not_have_is_null() =>
        Assert.That(Parse("""{"id":"Bob","sp":{"x":1,"y":2,"z":3}}"""),
            Is.EqualTo(new SpatialUpdate("Bob", new Vector3(0.01f, 0.02f, 0.03f), null, null, null)));

    [Test]
    public void Other_keys_of_a_viewers_channel_are_ignored() =>
        Assert.That(Parse("""{"j":{"p":true},"id":"Bob","p":17,"sp":{"x":100,"y":0,"z":0,"r":[1,{}]}}""").Speaker,
            Is.EqualTo(Vector3.UnitX));

    [ForAll(Replay = "20261123,3")]
    public bool Every_position_of_a_grid_survives(int x, int y, int z)
    {
        (double cmX, double cmY, double cmZ) = (x % 2_000_000_001, y % 2_000_000_001, z % 2_000_000_001);
        SpatialUpdate update = Parse(string.Create(CultureInfo.InvariantCulture,
            $$"""{"id":"A","lp":{"x":{{cmX}},"y":{{cmY}},"z":{{cmZ}} } }"""));
        return update.Listener == new Vector3((float)(cmX / 100), (float)(cmY / 100), (float)(cmZ / 100));
    }

    [ForAll(Replay = "20261123,5")]
    public bool Every_rotation_has_length_1(sbyte x, sbyte y, sbyte z, sbyte w)
    {
        (int a, int b, int c, int d) = (x % 101, y % 101, z % 101, w % 101);
        string line = $$"""{"id":"A","sh":{"x":{{a}},"y":{{b}},"z":{{c}},"w":{{d}} } }""";
        return (a, b, c, d) is (0, 0, 0, 0)
            ? ErrorOf(Encoding.UTF8.GetBytes(line))!.StartsWith("sh: allowed are", StringComparison.Ordinal)
            : Math.Abs(Parse(line).SpeakerHeading!.Value.Length() - 1) < 1e-5;
    }

    [TestCase("", "the line is not JSON, or is nested too deeply: at byte 1")]
    [TestCase("[1]", "a line is an object, such as")]
    [TestCase("{\"id\":\"A\",", "the line is not JSON, or is nested too deeply: at byte")]
    [TestCase("{\"id\":\"A\",\"sp\":{\"x\":1,\"y\":2,\"z\":3}} {}", "the line is not JSON, or is nested too deeply: at byte")]
    [TestCase("{\"sp\":{\"x\":1,\"y\":2,\"z\":3}}", "id is missing")]
    [TestCase("{\"id\":\"\",\"sp\":{\"x\":1,\"y\":2,\"z\":3}}", "id: allowed are strings of 1 to 63 characters")]
    [TestCase("{\"id\":7,\"sp\":{\"x\":1,\"y\":2,\"z\":3}}", "id: allowed are strings")]
    [TestCase("{\"id\":\"A\",\"id\":\"B\"}", "id occurs more than once")]
    [TestCase("{\"id\":\"A\"}", "nothing to change: sp, sh, lp or lh is needed")]
    [TestCase("{\"id\":\"A\",\"sp\":{\"x\":1,\"y\":2}}", "sp: allowed are x, y and z")]
    [TestCase("{\"id\":\"A\",\"sp\":[1,2,3]}", "sp: allowed are x, y and z")]
    [TestCase("{\"id\":\"A\",\"sp\":null}", "sp: allowed are x, y and z")]
    [TestCase("{\"id\":\"A\",\"sp\":{\"x\":\"1\",\"y\":2,\"z\":3}}", "sp: allowed are x, y and z")]
    [TestCase("{\"id\":\"A\",\"lp\":{\"x\":3e9,\"y\":2,\"z\":3}}",
        "lp: allowed are x, y and z, numbers of cm from -2000000000 to 2000000000")]
    [TestCase("{\"id\":\"A\",\"lp\":{\"x\":1e999,\"y\":2,\"z\":3}}", "lp: allowed are")]
    [TestCase("{\"id\":\"A\",\"sp\":{\"x\":1,\"y\":2,\"z\":3},\"sp\":{\"x\":1,\"y\":2,\"z\":3}}", "sp occurs more than once")]
    [TestCase("{\"id\":\"A\",\"sh\":{\"x\":0,\"y\":0,\"z\":0}}", "sh: allowed are x, y, z and w")]
    [TestCase("{\"id\":\"A\",\"lh\":{\"x\":0,\"y\":0,\"z\":0,\"w\":101}}", "lh: allowed are x, y, z and w")]
    [TestCase("{\"id\":\"\\ud800\",\"sp\":{\"x\":1,\"y\":2,\"z\":3}}", "the line is not Unicode")]
    public void A_wrong_line_is_refused_with_what_is_allowed(string line, string error) =>
        Assert.That(ErrorOf(Encoding.UTF8.GetBytes(line)), Does.StartWith(error));

    [Test]
    public void Bytes_that_are_not_UTF_8_are_refused() =>
        Assert.That(ErrorOf([.. "{\"id\":\""u8, 0xC3, 0x28, .. "\"}"u8]), Is.EqualTo("the line is not UTF-8"));

    [ForAll(MaxTest = 1000, Replay = "20261123,7")]
    public bool Any_bytes_are_read_or_refused(byte[] bytes) => ErrorOf(bytes) is null or { Length: > 0 };

    [ForAll(MaxTest = 1000, Replay = "20261123,9")]
    public bool A_line_with_changed_bytes_is_read_or_refused(ushort at, byte value, ushort length)
    {
        byte[] line = [.. "{\"id\":\"Alice\",\"sp\":{\"x\":12834,\"y\":6400,\"z\":2250},\"sh\":{\"w\":99,\"x\":0,\"y\":0,\"z\":0}}"u8];
        line[at % line.Length] = value;
        return ErrorOf(line.AsSpan(0, length % (line.Length + 1))) is null or { Length: > 0 };
    }

    [Test]
    public void A_valid_line_allocates_its_name_only()
    {
        byte[] line = [.. "{\"id\":\"Alice\",\"sp\":{\"x\":12834,\"y\":6400,\"z\":2250},\"sh\":{\"w\":99,\"x\":0,\"y\":0,\"z\":0}}"u8];
        Assert.That(Allocation.FewestBytes(() => SpatialLine.TryParse(line, out _, out _)), Is.LessThanOrEqualTo(32));
    }
}
