using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios;

public sealed class MatrixLabelTests
{
    [Test]
    public void A_levels_name_is_its_label_or_its_value()
    {
        MatrixFactor[] factors = Read("\"labels\": [\"few\", \"many\"]").Matrix!.Factors.ToArray();
        Assert.That(factors[0].Levels.Select(factors[0].TextOf), Is.EqualTo(new[] { "few", "many" }));
        MatrixFactor plain = Read("").Matrix!.Factors[0];
        Assert.That(plain.Levels.Select(plain.TextOf), Is.EqualTo(new[] { "1", "20" }));
    }

    [TestCase("\"labels\": [\"few\"]")]
    [TestCase("\"labels\": [\"few\", \"few\"]")]
    public void Each_level_needs_a_unique_label(string labels) => Assert.That(
        Assert.Throws<ScenarioException>(() => Read(labels))!.Message,
        Does.Contain("$.matrix.factors[0].labels").And.Contains("one label per level"));

    private static Scenario Read(string labels) => ScenarioReader.Read($$"""
        {
          "title": "x", "seconds": 1, "links": { "l": { "down": {}, "up": {} } }, "flows": [ { "name": "t", "tcp": {} } ],
          "matrix": { "factors": [ { "name": "flows", "set": ["flows[0].count"],
            "levels": [1, 20] {{(labels.Length > 0 ? "," + labels : "")}} } ] }
        }
        """, "x.json");
}
