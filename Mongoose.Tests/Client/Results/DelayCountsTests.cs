using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Results;

/// <summary>Histograms in result files, which can be added.</summary>
public sealed class DelayCountsTests
{
    private static DelayCounts Of(params double[] milliseconds) => DelayCounts.From(milliseconds.Select(Duration.FromMilliseconds));

    [Test]
    public void Only_buckets_with_delays_are_written_with_their_upper_bounds()
    {
        DelayCounts counts = Of(1, 1, 100);
        Assert.That(counts.Counts, Is.EqualTo(new[] { 2.0, 1 }));
        Assert.That(counts.BelowMs[0], Is.GreaterThan(1).And.LessThan(1.125));
        Assert.That(counts.BelowMs[1], Is.GreaterThan(100).And.LessThan(112.5));
    }

    [FsCheck.NUnit.Property]
    public Property The_sum_of_the_parts_is_the_histogram_of_all(PositiveInt[] delays, PositiveInt parts) =>
        Same(DelayCounts.Sum(delays.Select((delay, i) => (delay, i)).GroupBy(pair => pair.i % parts.Get)
            .Select(part => Micros(part.Select(pair => pair.delay)))), Micros(delays));

    [FsCheck.NUnit.Property]
    public Property A_percentile_is_at_most_an_eighth_from_the_exact_one(NonEmptyArray<PositiveInt> delays)
    {
        int[] sorted = delays.Get.Select(delay => delay.Get).Order().ToArray();
        double exact = sorted[(sorted.Length - 1) / 2] / 1e3, found = Micros(delays.Get).Percentile(0.5);
        return (found >= exact / 1.126 - 0.001 && found <= exact * 1.126 + 0.001).ToProperty();
    }

    [Test]
    public void Nothing_measured_has_no_percentiles() => Assert.That(DelayCounts.None.Percentile(0.95), Is.NaN);

    [Test]
    public void Other_buckets_are_refused()
    {
        Assert.That(() => DelayCounts.Sum([new DelayCounts([1.5003], [1])]),
            Throws.TypeOf<JsonException>().With.Message.Contains("1.5003 ms"));
        Assert.That(() => DelayCounts.Sum([new DelayCounts([], [1])]), Throws.TypeOf<JsonException>());
    }

    private static DelayCounts Micros(IEnumerable<PositiveInt> delays) =>
        DelayCounts.From(delays.Select(delay => Duration.FromMicroseconds(delay.Get)));

    private static Property Same(DelayCounts a, DelayCounts b) =>
        (a.BelowMs.SequenceEqual(b.BelowMs) && a.Counts.SequenceEqual(b.Counts)).ToProperty();
}
