using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>What each channel gets while prims and textures load at once, in both orders (Mongoose paper, Fig. 9).</summary>
[TestFixture("sparse", true)]
[TestFixture("roundRobin", false)]
public sealed class ModuleSharesTests(string order, bool lends) : ModuleFixture
{
    private static readonly TimeSpan Measured = TimeSpan.FromSeconds(4);

    protected override string Settings => $"Order = {order}";

    protected override int Prims => 5000;

    [Test, Retry(BusyHost)]
    public void Each_busy_channel_gets_its_own_share_and_what_idle_ones_leave_is_lent_or_not()
    {
        ChannelRates own = Circuit(1.5);
        LoadTextures(Grid);
        GridVisit visit = Visit(new ViewerOptions { Throttle = own, Textures = Textures(), RepeatTextures = true });
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count > 200, TimeSpan.FromSeconds(20)));

        (long task, long texture, Instant from) = Look(visit);
        Thread.Sleep(Measured);
        (long taskLater, long textureLater, Instant to) = Look(visit);
        Assert.That(visit.Look(viewer => viewer.Objects.Count), Is.LessThan(Prims), "or prims were all told before the end");

        DataRate taskRate = DataRate.Of(taskLater - task, to - from), textureRate = DataRate.Of(textureLater - texture, to - from);
        double used = (taskRate + textureRate) / own.Total, delay = CircuitRow.Of(Grid, visit)!.DelayP99;
        TestContext.Out.WriteLine($"{order}: Task {taskRate} of its own {own[Channel.Task]}, Texture {textureRate} of its own {own[Channel.Texture]}, "
            + $"{used:0.0%} of the circuit; delay in the region p99 {delay} ms");
        Assert.Multiple(() =>
        {
            Assert.That(taskRate / own[Channel.Task], Is.GreaterThan(0.95));
            Assert.That(textureRate / own[Channel.Texture], Is.GreaterThan(0.95));
            Assert.That(used, lends ? Is.GreaterThan(0.97) : Is.LessThan(0.75));
            Assert.That(delay, lends ? Is.LessThan(100) : Is.Positive);
        });
    }

    private (long Task, long Texture, Instant At) Look(GridVisit visit) =>
        visit.Look(viewer => (viewer.Reception(Channel.Task).Bytes, viewer.Reception(Channel.Texture).Bytes, Loop.Now));
}
