using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;

namespace Mongoose.Tests.Network.Links.Bandwidths;

public sealed class TraceFileTests
{
    [TestCase("0\n0\n7\n10\n")]
    [TestCase("0\r\n0\r\n7\r\n10")]
    public void A_trace_has_one_time_per_line(string text)
    {
        TraceBandwidth trace = Read(text, out _);
        Assert.That(trace.BytesIn(Duration.Zero, Duration.FromMilliseconds(7)), Is.EqualTo(1500));
        long all = trace.BytesIn(new Duration(-1), Duration.FromMilliseconds(10));
        Assert.That(all, Is.EqualTo((4 + 2) * 1500), "two more from the start of the next round");
    }

    [TestCase("", ": is empty; needs one line for each opportunity, with its time in ms")]
    [TestCase("0\n0\n", ", line 2: the last time must be above 0 ms")]
    [TestCase("1\n\n2\n", ", line 2: \"\" is not a time; allowed are whole ms, 0 to 2147483647")]
    [TestCase("1\n2.5\n", ", line 2: \"2.5\" is not a time; allowed are whole ms, 0 to 2147483647")]
    [TestCase("-1\n", ", line 1: \"-1\" is not a time; allowed are whole ms, 0 to 2147483647")]
    [TestCase("1\n99999999999999999999999\n", ", line 2: \"99999999999999999999...\" is not a time; allowed are whole ms, 0 to 2147483647")]
    [TestCase("1\n5\n4\n", ", line 3: 4 ms is before 5 ms of the line above")]
    public void An_invalid_trace_is_refused_with_path_line_and_reason(string text, string reason)
    {
        string path = "";
        Assert.That(() => Read(text, out path), Throws.TypeOf<InvalidDataException>()
            .With.Message.Matches($"^trace .*up\\.trace{System.Text.RegularExpressions.Regex.Escape(reason)}$"));
    }

    [Test]
    public void A_missing_trace_is_reported_in_one_message_with_its_path()
    {
        using TemporaryDirectory directory = new();
        string path = Path.Combine(directory.Path, "none.trace");
        Assert.That(() => TraceFile.Read(path), Throws.TypeOf<InvalidDataException>().With.Message.StartWith($"trace {path}: "));
        Assert.That(() => TraceFile.Read(directory.Path),
            Throws.TypeOf<InvalidDataException>().With.Message.StartWith($"trace {directory.Path}: "));
    }

    private static TraceBandwidth Read(string text, out string path)
    {
        using TemporaryDirectory directory = new();
        path = Path.Combine(directory.Path, "up.trace");
        File.WriteAllText(path, text);
        return TraceFile.Read(path);
    }
}
