using System.Globalization;
using Mongoose.Client.Activities;
using Mongoose.Client.Results;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Crowds in a stock OpenSim with basicphysics. When an avatar crosses the region's edge, the simulation fails permanently and logs an
/// error.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class BotCrowdTests : OpenSimFixture
{
    private const int Bots = 40;

    protected override OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = Bots };

    /// <summary>The tests run in order, because each begins with the avatars where the previous one left them.</summary>
    [Test, Order(1)]
    public void Bots_that_log_in_for_the_first_time_with_the_default_delay_all_arrive() => Visit(ActivityNames.Walk, 60);

    [Test, Order(2)]
    public void A_crowd_stays_in_its_region([Values(ActivityNames.Walk, ActivityNames.Fly, ActivityNames.Mixed)] string activity) =>
        Visit(activity, 60);

    private void Visit(string activity, int seconds)
    {
        using TemporaryDirectory directory = new();
        string json = Path.Combine(directory.Path, "bots.json");
        BotOutcome outcome = BotOutcome.Of("-loginuri", Grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}", "-password",
            "password{n}",
            "-from", "1", "-botcount", Bots.ToString(CultureInfo.InvariantCulture), "--activity", activity, "--seconds", $"{seconds}",
            "--json", json);
        TestContext.Out.WriteLine(outcome.Output + outcome.Errors);
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Good));
        BotRunResult result = BotJson.Parse(File.ReadAllText(json));
        TestContext.Out.WriteLine($"longest stall {result.Bots.Max(bot => bot.LongestStallS):0.0} s, "
            + $"last arrival {result.Bots.Max(bot => bot.ArrivedS):0.0} s");
        Assert.That((result.Summary.Arrived, result.Summary.StalledBots), Is.EqualTo((Bots, 0)));
    }
}
