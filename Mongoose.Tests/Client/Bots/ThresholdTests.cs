using System.Globalization;
using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Bots;

public sealed class ThresholdTests
{
    private static readonly RunSummary Summary = new() { P95RttMs = 300, P50RttMs = double.NaN, LossPercent = 0.5 };

    private static bool IsCrossed(string text) => BotMetrics.Table.Evaluate(BotMetrics.Table.Parse(text), Summary).Crossed;

    [TestCase("p95_rtt_ms>299.5", true)]
    [TestCase("p95_rtt_ms>300", false)]
    [TestCase(" p95_rtt_ms >= 300 ", true)]
    [TestCase("loss_percent<1", true)]
    [TestCase("loss_percent<=0.4", false)]
    public void A_run_fails_when_the_condition_holds(string text, bool crossed) =>
        Assert.That(IsCrossed(text), Is.EqualTo(crossed));

    [Test]
    public void A_metric_that_was_not_measured_fails_any_condition() => Assert.Multiple(() =>
    {
        Assert.That(IsCrossed("p50_rtt_ms>1000"));
        Assert.That(IsCrossed("p50_rtt_ms<1"));
    });

    [TestCase("p95_rtt_ms")]
    [TestCase("p95_rtt_ms=300")]
    [TestCase("p95_rtt_ms>")]
    [TestCase("p95_rtt_ms>3s")]
    [TestCase("p95_rtt_ms>-1")]
    [TestCase("")]
    public void Text_that_is_not_a_condition_is_refused_with_an_example(string text) =>
        Assert.That(() => BotMetrics.Table.Parse(text), Throws.InstanceOf<FormatException>().With.Message.Contains("p95_rtt_ms>300"));

    [Test]
    public void An_unknown_metric_is_refused_with_a_list_of_the_metrics() =>
        Assert.That(() => BotMetrics.Table.Parse("ping>3"),
            Throws.InstanceOf<FormatException>().With.Message.Contains("no metric ping").And.Message.Contains("loss_percent"));

    [FsCheck.NUnit.Property]
    public bool Its_text_means_the_same(ushort whole, byte hundredths)
    {
        string text = string.Create(CultureInfo.InvariantCulture, $"loss_percent>{whole + hundredths / 256.0}");
        return BotMetrics.Table.Parse(BotMetrics.Table.Parse(text).ToString()) == BotMetrics.Table.Parse(text);
    }
}
