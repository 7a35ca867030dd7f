namespace Mongoose.Server.Tests.Status.Dashboards;

/// <summary>The reader that other tests trust.</summary>
public sealed class MetricsTextTests
{
    private const string Head = "# HELP a_total Text.\n# TYPE a_total counter\n";

    [Test]
    public void Labels_are_read_without_their_escapes()
    {
        MetricsText text = MetricsText.Parse(Head + """
            a_total{region="a\"b\\n\n,}",by="x"} 2
            a_total{region="c"} 3.5e1

            """.Replace("\n\n", "\n", StringComparison.Ordinal));
        Assert.That(text.Samples.First().Label("region"), Is.EqualTo("a\"b\\n\n,}"));
        Assert.That((text.Sum("a_total"), text.Sum("a_total", ("by", "x")), text.Sum("a_total", ("by", "y"))),
            Is.EqualTo((37.0, 2.0, (double?)null)));
    }

    [TestCase("a_total 1\n", "not below")]
    [TestCase(Head + "a_total 1", "no end")]
    [TestCase(Head + "a_total 1\r\n", "neither")]
    [TestCase(Head + "a_total 1,5\n", "not a number")]
    [TestCase(Head + "a_total{x=\"\\t\"} 1\n", "neither")]
    [TestCase(Head + "a_total{x=\"1\",x=\"2\"} 1\n", "a label twice")]
    [TestCase(Head + "a_total{x=\"1\",y=\"2\"} 1\na_total{y=\"2\",x=\"1\"} 1\n", "a series twice")]
    [TestCase(Head + "# HELP b B.\n# TYPE b gauge\na_total 1\n", "not below")]
    [TestCase(Head + Head, "a second HELP")]
    [TestCase("# TYPE a_total counter\n", "without its HELP")]
    [TestCase(Head + "\n", "neither")]
    public void A_broken_rule_is_an_error(string text, string message) =>
        Assert.That(() => MetricsText.Parse(text), Throws.InstanceOf<FormatException>().With.Message.Contains(message));

    [Test]
    public void Infinity_is_a_number() =>
        Assert.That(MetricsText.Parse(Head + "a_total +Inf\n").Sum("a_total"), Is.EqualTo(double.PositiveInfinity));
}
