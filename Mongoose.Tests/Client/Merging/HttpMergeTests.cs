using Mongoose.Client.Merging;
using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Merging;

/// <summary>The figures of downloads by HTTP in a sum.</summary>
public sealed class HttpMergeTests
{
    private static BotRunResult With(BotRunResult part, int answers, double kbps, double firstByteMs) => part with
    {
        Request = part.Request with { Http = true },
        Bots = [.. part.Bots.Select(bot =>
            bot with { HttpRequests = answers + 1, HttpAnswers = answers, HttpFailed = 1, HttpBytes = 1000, MeanHttpKbps = kbps })],
        Histograms =
            part.Histograms with { FirstByteMs = DelayCounts.From(Enumerable.Repeat(Duration.FromMilliseconds(firstByteMs), answers)) },
    };

    [Test]
    public void Counts_are_added_and_percentiles_come_from_all_answers()
    {
        BotRunResult[] parts = new MadeRun(Bots: 2).Parts(2);
        parts = [With(parts[0], answers: 99, kbps: 100, firstByteMs: 1), With(parts[1], answers: 101, kbps: double.NaN, firstByteMs: 100)];
        RunSummary sum = RunMerge.Of([.. parts.Select((part, i) => new Part($"{i}.json", part, []))], [], []).Summary;
        Assert.That((sum.HttpRequests, sum.HttpAnswers, sum.HttpFailed, sum.HttpBytes, sum.MeanHttpKbps),
            Is.EqualTo((202L, 200L, 2L, 2000L, 100.0)));
        Assert.That((sum.P50FirstByteMs, sum.P95FirstByteMs), Is.EqualTo((100.0, 100.0)).Using<(double A, double B)>(
            (found, expected) => Math.Abs(found.A - expected.A) < 12.5 && Math.Abs(found.B - expected.B) < 12.5));
    }

    [Test]
    public void Parts_with_and_without_HTTP_are_of_different_runs()
    {
        BotRunResult[] parts = new MadeRun(Bots: 2).Parts(2);
        Assert.That(Contradictions.Of(
            [new Part("a", parts[0], []), new Part("b", parts[1] with { Request = parts[1].Request with { Http = true } }, [])]),
            Is.EqualTo(new[] { "a and b are of different runs: http False and True" }));
    }
}
