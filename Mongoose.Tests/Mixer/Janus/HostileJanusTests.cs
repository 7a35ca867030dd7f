using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>Answers that Janus never gives: one line each, bounded in time and memory.</summary>
[Parallelizable(ParallelScope.Children)]
public sealed class HostileJanusTests
{
    private const string Created = """{"janus":"success","data":{"id":1}}""", Ack = """{"janus":"ack"}""";

    private const string Joined =
        """{"janus":"event","plugindata":{"data":{"audiobridge":"joined","id":7,"rtp":{"ip":"127.0.0.1","port":9}}}}""";

    private const int MaxLine = 500;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static readonly RoomOptions Room = new() { Room = "1", Format = AudioFormat.Pcmu };

    private static string Nested(int depth) => string.Concat(Enumerable.Repeat("{\"janus\":", depth)) + "1" + new string('}', depth);

    private static string EventOf(string data) => "{\"janus\":\"event\",\"plugindata\":{\"data\":" + data + "}}";

    private static IEnumerable<TestCaseData> FirstAnswers()
    {
        yield return Case("nothing", "");
        yield return Case("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n");
        yield return Case("a status line alone", "HTTP/1.1 200 OK\r\n");
        yield return Case("less than announced", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"janus\":");
        yield return Case("a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}");
        yield return Case("a length beyond all numbers", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}");
        yield return Case("a wrong chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}");
        yield return Case("an unknown character set",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=klingon\r\nContent-Length: 2\r\n\r\n{}");
        yield return Case("a redirection to itself", "HTTP/1.1 302 Found\r\nLocation: /janus\r\nContent-Length: 0\r\n\r\n");
        yield return Case("a huge header", "HTTP/1.1 200 OK\r\nX: " + new string('x', 1_000_000) + "\r\n\r\n");
        yield return Case("no JSON", FakeJanus.Json("<html>"));
        yield return Case("half of JSON", FakeJanus.Json("{\"janus\":\"success\",\"data\":{"));
        yield return Case("nested too deeply", FakeJanus.Json(Nested(10_000)));
        yield return Case("more than a megabyte", FakeJanus.Json($"{{\"janus\":\"{new string('x', 2_000_000)}\"}}"));
        yield return Case("an array", FakeJanus.Json("[]"));
        yield return Case("a number", FakeJanus.Json("17"));
        yield return Case("a kind that is a number", FakeJanus.Json("{\"janus\":1}"));
        yield return Case("a kind that is half a character", FakeJanus.Json("{\"janus\":\"\\ud800\"}"));
        yield return Case("an id that is text", FakeJanus.Json("{\"janus\":\"success\",\"data\":{\"id\":\"x\"}}"));
        yield return Case("a negative id", FakeJanus.Json("{\"janus\":\"success\",\"data\":{\"id\":-1}}"));
        yield return Case("data that is a list", FakeJanus.Json("{\"janus\":\"success\",\"data\":[1]}"));
        yield return Case("an error without a reason", FakeJanus.Json("{\"janus\":\"error\"}"));
        yield return Case("an error of wrong types", FakeJanus.Json("{\"janus\":\"error\",\"error\":{\"code\":\"x\",\"reason\":[]}}"));
        yield return Case("a reason that is half a character", FakeJanus.Json("{\"janus\":\"error\",\"error\":{\"reason\":\"\\udc00\"}}"));
        yield return Case("a reason of a megabyte",
            FakeJanus.Json($"{{\"janus\":\"error\",\"error\":{{\"reason\":\"{new string('r', 1_000_000)}\"}}}}"));
        yield return Case("a reason of many lines", FakeJanus.Json("{\"janus\":\"error\",\"error\":{\"reason\":\"a\\nb\\r\\nc\"}}"));

        static TestCaseData Case(string name, string answer) => new TestCaseData(answer).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(FirstAnswers))]
    public async Task A_first_answer_that_is_wrong_is_one_line(string answer)
    {
        using FakeJanus janus = new((_, _, stream, end) => FakeJanus.Write(stream, answer, end));
        AssertOneLine(await Refusal(janus));
    }

    private static IEnumerable<TestCaseData> Events()
    {
        (string Name, string Data)[] wrong =
        [
            ("an id that is half a character", """{"audiobridge":"joined","id":"\ud800","rtp":{"ip":"127.0.0.1","port":0}}"""),
            ("an error that is half a character", """{"error_code":499,"error":"\ud800"}"""),
            ("a huge error", $$"""{"error_code":499,"error":"{{new string('e', 1_000_000)}}"}"""),
            ("an error of many lines", """{"error_code":499,"error":"a\nb"}"""),
            ("an address that is a number", """{"audiobridge":"joined","id":1,"rtp":{"ip":1,"port":1}}"""),
            ("an address that is a name", """{"audiobridge":"joined","id":1,"rtp":{"ip":"nobody.invalid","port":1}}"""),
            ("an address with a port", """{"audiobridge":"joined","id":1,"rtp":{"ip":"127.0.0.1:9","port":1}}"""),
            ("an address of a megabyte", $$$"""{"audiobridge":"joined","id":1,"rtp":{"ip":"{{{new string('i', 1_000_000)}}}","port":1}}"""),
            ("an address of version 6", """{"audiobridge":"joined","id":1,"rtp":{"ip":"::1","port":1}}"""),
            ("an address that is half a character", """{"audiobridge":"joined","id":1,"rtp":{"ip":"\ud800","port":1}}"""),
            ("a port beyond all ports", """{"audiobridge":"joined","id":1,"rtp":{"ip":"127.0.0.1","port":65536}}"""),
            ("a port that is no whole number", """{"audiobridge":"joined","id":1,"rtp":{"ip":"127.0.0.1","port":1.5}}"""),
        ];
        return wrong.Select(each => new TestCaseData(each.Data).SetArgDisplayNames(each.Name));
    }

    [TestCaseSource(nameof(Events))]
    public async Task A_wrong_event_is_one_line(string data)
    {
        string message = EventOf(data);
        using FakeJanus janus = new(Created, Created, Ack, message);
        AssertOneLine(await Refusal(janus));
    }

    [Test]
    [Slow("it waits for the answer")]
    public async Task Bytes_that_trickle_are_given_up()
    {
        using FakeJanus janus = new(async (_, _, stream, end) =>
        {
            await FakeJanus.Write(stream, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", end);
            while (true)
            {
                await FakeJanus.Write(stream, " ", end);
                await Task.Delay(100, end);
            }
        });
        Assert.That(await Refusal(janus), Is.EqualTo($"Janus at {janus.Address}: no answer within 5 s"));
    }

    [Test]
    public async Task Events_without_end_cost_little_and_wrong_ones_are_ignored()
    {
        using FakeJanus janus = new(Created, Created, Ack, Joined, Ack, EventOf("""{"audiobridge":"\ud800","kicked":"\ud800"}"""));
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(2));
        List<string> lost = [];
        await new RoomMembership(janus.Address, Room, UdpAddress.Loopback(9)) { Lost = (reason, _) => lost.Add(reason) }
            .RunAsync(limit.Token);
        Assert.That(lost, Is.Empty);
        Assert.That(janus.Requests, Is.InRange(5, 150), "two for each event");
    }

    [Test]
    [Slow("it waits between its attempts")]
    public async Task A_Janus_that_turns_hostile_is_lost_and_asked_again_at_growing_intervals()
    {
        using FakeJanus janus = new(Created, Created, Ack, Joined, Nested(1000));
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(5));
        List<(string Reason, Duration Wait)> lost = [];
        await new RoomMembership(janus.Address, Room, UdpAddress.Loopback(9)) { Lost = (reason, wait) => lost.Add((reason, wait)) }
            .RunAsync(limit.Token);
        Assert.That(lost.Select(each => each.Wait.Seconds), Is.EqualTo(new[] { 1, 2, 4 }.Take(lost.Count)));
        Assert.That(lost, Has.Count.InRange(2, 3));
        Assert.That(lost.Select(each => each.Reason), Is.All.EqualTo($"Janus at {janus.Address}: what answers there is not Janus"));
    }

    private static void AssertOneLine(string message)
    {
        Assert.That(message, Is.Not.Empty.And.Length.LessThan(MaxLine));
        Assert.That(message.AsSpan().IndexOfAny('\r', '\n'), Is.Negative, message);
        TestContext.Out.WriteLine(message);
    }

    private static async Task<string> Refusal(FakeJanus janus)
    {
        using CancellationTokenSource limit = new(Patience);
        try
        {
            await new RoomMembership(janus.Address, Room, UdpAddress.Loopback(9)) { Joined = _ => limit.Cancel() }.RunAsync(limit.Token);
            return "";
        }
        catch (JanusException exception)
        {
            return exception.Message;
        }
    }
}
