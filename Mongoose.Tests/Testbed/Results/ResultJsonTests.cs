using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Results;

[TestFixture]
public sealed class ResultJsonTests
{
    private static readonly string[] Promised =
        ["server", "throttleKbps", "rttMs", "goodputKbps", "utilisation", "taskDelayMs", "textureSeconds", "cpuPercent"];

    private static JsonNode Parse(DemoResult result) => JsonNode.Parse(ResultJson.Serialise(result))!;

    private static string[] Keys(JsonNode? node) => node!.AsObject().Select(member => member.Key).ToArray();

    [Test]
    public void EachRun_HasThePromisedKeysFirst()
    {
        foreach (JsonNode? run in Parse(SampleResult.Demo())["runs"]!.AsArray())
        {
            Assert.That(Keys(run), Is.EqualTo(Promised.Concat(["lineKbps", "lossPercent", "resends", "ackStalls", "circuits", "fairnessIndex", "channels", "series"])));
            Assert.That(Keys(run!["taskDelayMs"]), Is.EqualTo(new[] { "p50", "p99", "max" }));
        }
    }

    [Test]
    public void TheRest_HasItsKeys()
    {
        JsonNode json = Parse(SampleResult.Demo());
        JsonNode run = json["runs"]![0]!;
        void Has(JsonNode? node, string keys) => Assert.That(string.Join(" ", Keys(node)), Is.EqualTo(keys));
        Has(json, "schema version started interrupted command host config runs");
        Has(json["host"], "os kernel runtime cpuModel architecture cores timerErrorMs linkErrorMs");
        Has(json["host"]!["linkErrorMs"], "p50 p99");
        Has(json["config"], "throttlesKbps rttMs lossPercent seconds seed quick clients lineKbps openSim");
        Has(run["channels"]![0], "name goodputKbps packets delayMs missing resent");
        Has(run["series"], "binMs kbps taskDelayMs");
    }

    [Test]
    public void Values_AreAsGiven()
    {
        JsonNode json = Parse(SampleResult.Demo());
        Assert.That((string?)json["schema"], Is.EqualTo("mongoose-demo/1"));
        Assert.That((string?)json["started"], Is.EqualTo("2026-03-04T05:06:07+00:00"));
        Assert.That((string?)json["runs"]![1]!["server"], Is.EqualTo("mongoose"));
        Assert.That((double?)json["runs"]![1]!["textureSeconds"], Is.EqualTo(11.24));
        Assert.That(json["runs"]![0]!["textureSeconds"], Is.Null);
        Assert.That((string?)json["runs"]![0]!["channels"]![2]!["name"], Is.EqualTo("Task"));
    }

    [Test]
    public void RoundTrips()
    {
        string json = ResultJson.Serialise(SampleResult.Demo());
        Assert.That(ResultJson.Serialise(ResultJson.Parse(json)), Is.EqualTo(json));
    }

    [Test]
    public void AResultFromBeforeLinesWereCompared_IsReadAsOneWithoutThem()
    {
        JsonNode json = Parse(SampleResult.Demo());
        json["config"]!.AsObject().Remove("lineKbps");
        foreach (JsonNode? run in json["runs"]!.AsArray())
            run!.AsObject().Remove("lineKbps");
        DemoResult old = ResultJson.Parse(json.ToJsonString());
        Assert.That(old.Config.LineKbps, Is.Zero);
        Assert.That(old.Runs.Select(run => run.LineKbps), Has.All.Null);
    }

    [Test]
    public void Text_IsTheSameInEveryCulture()
    {
        string expected = ResultJson.Serialise(SampleResult.Demo());
        using CommaCulture commas = new();
        Assert.That(ResultJson.Serialise(ResultJson.Parse(expected)), Is.EqualTo(expected));
    }

    [Test]
    public void WhatWasNotMeasured_IsNullAndNaNAgain()
    {
        string json = ResultJson.Serialise(SampleResult.Nothing());
        Assert.That(json, Does.Not.Contain("NaN").And.Not.Contain("Infinity"));
        RunResult run = ResultJson.Parse(json).Runs[0];
        Assert.That(run.GoodputKbps, Is.NaN);
        Assert.That(run.TaskDelayMs, Is.EqualTo(DelaySummary.Empty));
        Assert.That(run.TextureSeconds, Is.Null);
    }

    [Test]
    public void NaNInASeries_IsNull()
    {
        RunSeries series = new() { BinMs = 100, TaskDelayMs = [1.5, double.NaN] };
        RunResult run = SampleResult.Demo().Runs[0] with { Series = series };
        string json = ResultJson.Serialise(SampleResult.Demo() with { Runs = [run] });
        Assert.That(json, Does.Contain("[1.5, null]"));
        Assert.That(ResultJson.Parse(json).Runs[0].Series.TaskDelayMs, Is.EqualTo(new[] { 1.5, double.NaN }));
    }

    [TestCase("{}")]
    [TestCase("null")]
    public void Parse_RefusesWhatIsNotThisSchema(string json) =>
        Assert.That(() => ResultJson.Parse(json), Throws.InstanceOf<JsonException>());

    [Test]
    public void Parse_RefusesAnotherSchema()
    {
        string json = ResultJson.Serialise(SampleResult.Demo() with { Schema = "mongoose-demo/2" });
        Assert.That(() => ResultJson.Parse(json), Throws.InstanceOf<JsonException>().With.Message.Contains("mongoose-demo/2"));
    }

    [Test]
    public void Write_ToADash_IsStandardOutput()
    {
        StringWriter output = new();
        ResultJson.Write(SampleResult.Demo(), JsonFile.StandardOutput, output);
        Assert.That(output.ToString(), Is.EqualTo(ResultJson.Serialise(SampleResult.Demo())));
    }

    [Test]
    public void Lines_EndInLineFeeds() =>
        Assert.That(ResultJson.Serialise(SampleResult.Demo()), Does.Not.Contain("\r").And.EndsWith("}\n"));
}
