using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class MongooseIniTests
{
    [Test]
    public void It_contains_the_options()
    {
        PathControlOptions path = new() { MaxDelay = Duration.FromMilliseconds(60), MinRate = DataRate.FromKilobitsPerSecond(200) };
        string ini = MongooseIni.Write(SendingOptions.Default with { PathControl = path, FastResend = true }, DownloadOptions.Default);
        Assert.That(LinesOf(ini), Is.EqualTo(new[] { "[Mongoose]", "PathControl = true", "PathDelayMs = 60", "MinCircuitKbps = 200",
            "FastResend = true", "ResendRule = trimmed",
            "HttpPacing = auto", "HttpDelayMs = 12", "HttpPrompt = true", "HttpPipelines = true", "UplinkKbps = 0" }));
    }

    [Test]
    public void Disabled_options_are_written_too() =>
        Assert.That(LinesOf(MongooseIni.Write(SendingOptions.Default with { ResendRule = ResendRule.Off },
                new DownloadOptions { Pacing = HttpPacing.Off, IsPrompt = false, KeepsPipelines = false })),
            Has.Some.EqualTo("PathControl = false").And.Some.EqualTo("FastResend = false").And.Some.EqualTo("ResendRule = off")
                .And.Some.EqualTo("HttpPacing = off").And.Some.EqualTo("HttpPrompt = false").And.Some.EqualTo("HttpPipelines = false"));

    private static string[] LinesOf(string ini) => ini.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
}
