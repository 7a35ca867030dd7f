using System.Text.Json.Nodes;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

public sealed class MatrixReaderTests
{
    [Test]
    public void Cells_are_all_combinations_and_the_last_factor_changes_fastest()
    {
        MatrixSpec matrix = ScenarioTexts.Read(ScenarioTexts.Small).Matrix!;
        Assert.That(matrix.Cells.Select(cell => string.Join(" ", matrix.Factors.Zip(cell, (factor, level) => factor.TextOf(level)))),
            Is.EqualTo(new[] { "2000 reno", "2000 cubic", "3000 reno", "3000 cubic" }));
    }

    [Test]
    public void A_level_applies_to_every_path_or_a_list_has_one_value_per_path()
    {
        MatrixFactor factor = new("f", ["a", "b"], [], []);
        Assert.That(Changes(JsonValue.Create(3)), Is.EqualTo(new[] { "a=3", "b=3" }));
        Assert.That(Changes(JsonNode.Parse("[1, 2]")!), Is.EqualTo(new[] { "a=1", "b=2" }));
        Assert.That(Changes(JsonNode.Parse("[1, 2, 3]")!), Is.EqualTo(new[] { "a=[1,2,3]", "b=[1,2,3]" }));
        Assert.That(factor.TextOf(JsonNode.Parse("[1, 2]")!), Is.EqualTo("1 2"));

        string[] Changes(JsonNode level) =>
            factor.ChangesOf(level).Select(change => $"{change.Place}={change.Value!.ToJsonString()}").ToArray();
    }

    [TestCase("{ }", "$.matrix.factors: is missing")]
    [TestCase("""{ "factors": [ { "name": "seed", "set": "seconds", "levels": [1] } ] }""",
        "$.matrix.factors[0].name: \"seed\": allowed are all names but")]
    [TestCase("""{ "factors": [ { "name": "realSeed", "set": "seconds", "levels": [1] } ] }""",
        "$.matrix.factors[0].name: \"realSeed\": allowed are")]
    [TestCase("""{ "factors": [ { "name": "version", "set": "seconds", "levels": [1] } ] }""",
        "$.matrix.factors[0].name: \"version\": allowed are")]
    [TestCase("""{ "factors": [ { "name": "f", "set": "seconds", "levels": [1] }, { "name": "f", "set": "seed", "levels": [1] } ] }""",
        "$.matrix.factors[1].name: \"f\": is the name")]
    [TestCase("""{ "factors": [ { "name": "f", "set": "seconds" } ] }""", "$.matrix.factors[0].levels: is missing")]
    [TestCase("""{ "factors": [ { "name": "f", "set": "seconds", "levels": [] } ] }""",
        "$.matrix.factors[0].levels: []: allowed is a list with at least one value")]
    [TestCase("""{ "factors": [ { "name": "f", "levels": [1] } ] }""", "$.matrix.factors[0].set: is missing")]
    [TestCase("""{ "factors": [], "figures": [ { "figure": { "kind": "points", "title": "t" }, "stat": "s", "x": "f" } ] }""",
        "$.matrix.figures[0].x: \"f\": allowed are")]
    [TestCase("""{ "factors": [], "figures": [ { "stat": "s" } ] }""", "$.matrix.figures[0].figure: is missing")]
    public void An_error_is_reported_with_place_value_and_allowed_values(string matrix, string problem)
    {
        string json = $$"""
            { "title": "t", "seconds": 1, "links": { "a": { "down": {}, "up": {} } }, "flows": [ { "name": "f", "tcp": {} } ],
              "matrix": {{matrix}} }
            """;
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(json)), Has.Some.StartsWith(problem));
    }
}
