using Mongoose.Client.Results;
using Mongoose.Core.RateControl;

namespace Mongoose.Tests.Simulators;

/// <summary>The rate that a bot of mongoose-bot requests and gets from a real OpenSim with Mongoose, with both engines.</summary>
[NonParallelizable] // It measures.
public sealed class BotRateTests : ModuleFixture
{
    protected override string Configuration => DefaultSettings;

    [TestCaseSource(typeof(Engines), nameof(Engines.Both)), Measured]
    public void In_a_region_that_announces_Mongoose_textures_arrive_at_the_rate_that_window_tracking_requests(string engine)
    {
        Engines.Require(engine);
        using TemporaryDirectory directory = new();
        string textures = Path.Combine(directory.Path, "textures.txt");
        File.WriteAllLines(textures, Textures().Select(id => id.ToString()));
        BotResult bot = new Bots(Grid, NextUser).Run(engine, ExitCode.Good, "--controller", "auto", "--activity", "textures",
            "--textures", textures, "--seconds", "12", "--max-rate", "3000").Bots[0];
        TestContext.Out.WriteLine($"requested {string.Join(' ', bot.Seconds!.RequestedKbps)}");
        TestContext.Out.WriteLine($"received {string.Join(' ', bot.Seconds.ReceivedKbps)}");
        Assert.That(bot.Controller, Is.EqualTo(WindowTrackingController.ControllerName));
        Assert.That(bot.Textures, Is.Positive);
        Assert.That(bot.Seconds.RequestedKbps.Max(), Is.EqualTo(3000).Within(1),
            "without losses on loopback the window grows to its limit");
        Assert.That(bot.Seconds.ReceivedKbps.Max(), Is.InRange(1500, 3300));
        Bots.AssertNothingMissing(bot);
    }
}
