using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// The rate of each channel while prims and textures load at the same time, in both orders (Mongoose paper, Fig. 9). A channel gets its
/// share while it has packets to send. OpenSim creates packets on a separate thread; if the host is too slow to keep a queue filled, the
/// claim cannot be tested.
/// </summary>
[NonParallelizable] // It measures.
public sealed class ModuleSharesTests : ModuleFixture
{
    /// <summary>The minimum fraction of polls with a backlog; on an idle host it is 99 %.</summary>
    private const double MinBacklog = 0.95;

    /// <summary>
    /// The minimum fraction of a channel's own share. In the measured 4 s, one texture packet more or less at either end is 0.5 % of a
    /// share; the rest of the margin is for delays of the host.
    /// </summary>
    private const double MinOfOwn = 0.95;

    private static readonly TimeSpan Length = TimeSpan.FromSeconds(4);

    protected override string Settings => "Order = sparse";

    protected override int Prims => 8000;

    protected override OpenSimOptions? SecondOptions(OpenSimBin bin)
    {
        OpenSimOptions sparse = Options(bin);
        return sparse with { ExtraIni = sparse.ExtraIni.Replace(Settings, "Order = roundRobin", StringComparison.Ordinal) };
    }

    [OneTimeSetUp]
    public void LoadTextures() => Both(() => LoadTextures(Grid), () => LoadTextures(Second));

    [Test, Measured]
    public void Each_backlogged_channel_gets_its_own_share_and_borrows_idle_shares()
    {
        Shares shares = Measure(Grid, "sparse");
        AssertOwnShares(shares);
        Assert.That(shares.Used, Is.GreaterThan(0.97));
        Assert.That(shares.DelayP99, Is.LessThan(100));
    }

    [Test, Measured]
    public void Without_lending_each_backlogged_channel_gets_its_own_share()
    {
        Shares shares = Measure(Second, "roundRobin");
        AssertOwnShares(shares);
        Assert.That(shares.Used, Is.LessThan(0.75));
    }

    private static void AssertOwnShares(Shares shares)
    {
        foreach (Channel channel in (Channel[])[Channel.Task, Channel.Texture])
        {
            // The share counts only the time in which the channel had packets to send; if this time is short, the result means little.
            double backlogged = shares.Backlog[channel];
            Assert.That(shares.OfOwn(channel), Is.GreaterThan(MinOfOwn * backlogged),
                $"{channel}: share of its own rate; it was backlogged {backlogged:0%} of the time");
            Assume.That(backlogged, Is.GreaterThan(MinBacklog), $"{channel}: share of the time in which OpenSim kept it backlogged");
        }
    }

    private Shares Measure(OpenSimInstance grid, string order)
    {
        ChannelRates own = Circuit(1.5);
        GridVisit visit = Visit(new ViewerOptions { Throttle = own, Textures = Textures(), RepeatTextures = true }, grid: grid);
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count > 200, Patience), $"{visit}");

        (long task, long texture, Instant from) = Received(visit);
        Backlog backlog = Backlog.Watch(grid, visit, Length);
        (long taskLater, long textureLater, Instant to) = Received(visit);
        Assert.That(visit.Read(viewer => viewer.Objects.Count), Is.LessThan(Prims), "otherwise all prims had arrived before the end");

        Shares shares = new(own, DataRate.Of(taskLater - task, to - from), DataRate.Of(textureLater - texture, to - from), backlog,
            CircuitRow.Find(grid, visit)!.DelayP99);
        TestContext.Out.WriteLine($"{order}: {shares}");
        return shares;
    }

    private (long Task, long Texture, Instant At) Received(GridVisit visit) =>
        visit.Read(viewer => (viewer.Reception(Channel.Task).Bytes, viewer.Reception(Channel.Texture).Bytes, Loop.Now));

    private sealed record Shares(ChannelRates Own, DataRate Task, DataRate Texture, Backlog Backlog, double DelayP99)
    {
        public double Used => (Task + Texture) / Own.Total;

        public double OfOwn(Channel channel) => (channel == Channel.Task ? Task : Texture) / Own[channel];

        public override string ToString() => $"Task {Task} of its own {Own[Channel.Task]}, "
            + $"Texture {Texture} of its own {Own[Channel.Texture]}, {Used:0.0%} of the circuit; "
            + $"delay in the region p99 {DelayP99} ms; backlogged {Backlog[Channel.Task]:0%}, {Backlog[Channel.Texture]:0%} "
            + $"in {Backlog.Polls} polls";
    }
}
