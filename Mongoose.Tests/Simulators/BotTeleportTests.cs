using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;

namespace Mongoose.Tests.Simulators;

/// <summary>What mongoose-bot receives, and asks for, while it goes from region to region.</summary>
[NonParallelizable] // It measures.
public sealed class BotTeleportTests : TwoRegionsFixture
{
    [TestCaseSource(typeof(Engines), nameof(Engines.Both)), Measured]
    public void Bots_teleport_to_the_other_region_and_back_repeatedly_and_keep_their_rate(string engine)
    {
        Engines.Require(engine);
        // A bot teleports every 8 to 15 s.
        BotRunResult result = new Bots(Grid, NextUser).Run(engine, ExitCode.Good, "-botcount", "2", "--activity", "teleport",
            "--teleport-to", "1001,1000", "--seconds", "50", "--max-rate", "3000");
        foreach (BotResult bot in result.Bots)
        {
            BotSeries seconds = bot.Seconds!;
            TestContext.Out.WriteLine($"{bot.Name}: teleports {string.Join(' ', seconds.Teleports)}");
            TestContext.Out.WriteLine($"requested {string.Join(' ', seconds.RequestedKbps)}");
            TestContext.Out.WriteLine($"received {string.Join(' ', seconds.ReceivedKbps)}");
            Assert.That((bot.State, bot.Failure, bot.FailedTeleports), Is.EqualTo((BotState.Left, BotFailure.None, 0L)), bot.Message);
            Assert.That(seconds.Teleports.Sum(), Is.InRange(3, bot.Teleports),
                "every teleport arrived; the last one possibly after the last full second");
            Bots.AssertNothingMissing(bot);
            int[] arrivals = Enumerable.Range(1, seconds.Second.Length - 2).Where(second => seconds.Teleports[second] > 0).ToArray();
            foreach (int second in arrivals)
            {
                // A region may reply late to a ping while an avatar arrives, and the rate is a window divided by the round trip. Therefore
                // the next seconds count as well.
                Assert.That(seconds.RequestedKbps.Skip(second).Take(3).Max(),
                    Is.GreaterThanOrEqualTo(0.9 * seconds.RequestedKbps[second - 1]), $"from second {second + 1}");
                Assert.That(seconds.ReceivedKbps[second] + seconds.ReceivedKbps[second + 1], Is.Positive, $"from second {second + 1}");
            }
        }
    }
}
