using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

/// <summary>A viewer that downloads textures in bursts, in a simulated run of 10 s on 4 Mbit/s.</summary>
public sealed class TextureBurstsTests
{
    private const double BinSeconds = 0.25;

    [Test]
    public void Between_bursts_the_viewer_rests()
    {
        TestbedRun run = Run(""" "textureRestSeconds": 1 """);
        bool[] isBusy = Textures(run).Select(rate => rate > 0).ToArray();
        int[] rests = LengthsOf(isBusy, of: false), bursts = LengthsOf(isBusy, of: true);
        Assert.That(rests[..^1].Select(bins => bins * BinSeconds), Has.All.InRange(0.5, 1.5));
        Assert.That(rests, Has.Length.GreaterThanOrEqualTo(3));
        Assert.That(bursts[..^1].Select(bins => bins * BinSeconds), Has.All.InRange(2.5, 4),
            "393 kB at the share of textures, about 1 Mbit/s");
        Assert.That(run.Stats["flow.textureBurstMs.p50"], Is.InRange(2500, 4000));
    }

    [Test]
    public void The_random_part_of_a_rest_depends_on_the_seed()
    {
        double[] first = Textures(Run(""" "textureRestSpreadSeconds": 2 """, seed: 1));
        Assert.That(Textures(Run(""" "textureRestSpreadSeconds": 2 """, seed: 1)), Is.EqualTo(first));
        Assert.That(Textures(Run(""" "textureRestSpreadSeconds": 2 """, seed: 2)), Is.Not.EqualTo(first));
    }

    [Test]
    public void Without_a_size_textures_are_downloaded_without_end()
    {
        TestbedRun run = SimulatedRun.Execute(ScenarioTexts.WithFlow(""" "circuit": { "details": true } """), 1, default);
        Assert.That(Textures(run)[8..], Has.All.Positive);
        Assert.That(run.Stats.Names, Has.None.Contains("textureBurstMs"));
    }

    private static TestbedRun Run(string keys, long seed = 1) => SimulatedRun.Execute(
        ScenarioTexts.WithFlow(
            $$""" "circuit": { "server": "stock", "throttleKbps": 4500, "details": true, "textureBurstBytes": 360000, {{keys}} } """),
                seed, default);

    private static double[] Textures(TestbedRun run) =>
        run.Series.OfType<TimeSeries>().Single(series => series.Name == "flow.textureKbps").Values.ToArray();

    /// <summary>The lengths, in bins, of the times in which the viewer was busy or not, from its start to the end.</summary>
    private static int[] LengthsOf(bool[] isBusy, bool of)
    {
        List<int> lengths = [];
        for (int i = 0; i < isBusy.Length; i++)
        {
            if (isBusy[i] != of)
                continue;
            if (i == 0 || isBusy[i - 1] != of)
                lengths.Add(0);
            lengths[^1]++;
        }
        return [.. lengths];
    }
}
