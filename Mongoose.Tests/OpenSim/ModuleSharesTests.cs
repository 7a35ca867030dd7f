using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.OpenSim;
using Mongoose.Tests.Measuring;

namespace Mongoose.Tests.OpenSim;

/// <summary>
/// What each channel gets while prims and textures load at once, in both orders (Mongoose paper, Fig. 9). A channel has its share while it has something
/// to send. OpenSim makes packets on a thread of its own: where the host is too slow to keep a queue filled, the claim cannot be tested.
/// </summary>
public sealed class ModuleSharesTests : ModuleFixture
{
    /// <summary>On a quiet host the queues are filled in 99 of 100 looks.</summary>
    private const double LeastBacklog = 0.95;

    /// <summary>The measured time is 4 s: a texture packet more or less at either end is 0.5 % of a share, the rest is for the host.</summary>
    private const double LeastOfOwn = 0.95;

    private static readonly TimeSpan Length = TimeSpan.FromSeconds(4);

    protected override string Settings => "Order = sparse";

    protected override int Prims => 8000;

    protected override OpenSimOptions? BesideOptions(OpenSimBin bin)
    {
        OpenSimOptions sparse = Options(bin);
        return sparse with { ExtraIni = sparse.ExtraIni.Replace(Settings, "Order = roundRobin", StringComparison.Ordinal) };
    }

    [OneTimeSetUp]
    public void LoadTextures() => Both(() => LoadTextures(Grid), () => LoadTextures(Beside));

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
        Shares shares = Measure(Beside, "roundRobin");
        AssertOwnShares(shares);
        Assert.That(shares.Used, Is.LessThan(0.75));
    }

    private static void AssertOwnShares(Shares shares)
    {
        foreach (Channel channel in (Channel[])[Channel.Task, Channel.Texture])
        {
            // Of the time in which it had something to send; where that is little, it says little.
            double backlogged = shares.Backlog[channel];
            Assert.That(shares.OfOwn(channel), Is.GreaterThan(LeastOfOwn * backlogged), $"{channel}: share of its own rate; it was backlogged {backlogged:0%} of the time");
            Assume.That(backlogged, Is.GreaterThan(LeastBacklog), $"{channel}: share of the time in which OpenSim kept it backlogged");
        }
    }

    private Shares Measure(OpenSimInstance grid, string order)
    {
        ChannelRates own = Circuit(1.5);
        GridVisit visit = Visit(new ViewerOptions { Throttle = own, Textures = Textures(), RepeatTextures = true }, grid: grid);
        Assert.That(visit.WaitFor(viewer => viewer.Objects.Count > 200, TimeSpan.FromSeconds(20)));

        (long task, long texture, Instant from) = Look(visit);
        Backlog backlog = Backlog.Watch(grid, visit, Length);
        (long taskLater, long textureLater, Instant to) = Look(visit);
        Assert.That(visit.Look(viewer => viewer.Objects.Count), Is.LessThan(Prims), "or prims were all told before the end");

        Shares shares = new(own, DataRate.Of(taskLater - task, to - from), DataRate.Of(textureLater - texture, to - from), backlog, CircuitRow.Of(grid, visit)!.DelayP99);
        TestContext.Out.WriteLine($"{order}: {shares}");
        return shares;
    }

    private (long Task, long Texture, Instant At) Look(GridVisit visit) =>
        visit.Look(viewer => (viewer.Reception(Channel.Task).Bytes, viewer.Reception(Channel.Texture).Bytes, Loop.Now));

    private sealed record Shares(ChannelRates Own, DataRate Task, DataRate Texture, Backlog Backlog, double DelayP99)
    {
        public double Used => (Task + Texture) / Own.Total;

        public double OfOwn(Channel channel) => (channel == Channel.Task ? Task : Texture) / Own[channel];

        public override string ToString() => $"Task {Task} of its own {Own[Channel.Task]}, Texture {Texture} of its own {Own[Channel.Texture]}, {Used:0.0%} of the circuit; "
            + $"delay in the region p99 {DelayP99} ms; backlogged {Backlog[Channel.Task]:0%}, {Backlog[Channel.Texture]:0%} in {Backlog.Looks} looks";
    }
}
