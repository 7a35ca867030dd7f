using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Health;

/// <summary>How slow a region's simulation is.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class RegionHealthTests
{
    [TestCase(90, 40, 1, ExpectedResult = 0)]
    [TestCase(180, 40, 1, ExpectedResult = 0.5)]
    [TestCase(90, 40, 0.7, ExpectedResult = 0.3)]
    [TestCase(80, 40, 1, ExpectedResult = 0)]
    [TestCase(90, 900, 1, ExpectedResult = 0, TestName = "A single long frame counts when it ends")]
    [TestCase(90, 9000, 1, ExpectedResult = 0.99)]
    public double It_is_slow_if_frames_or_time_itself_take_longer(double frame, double since, double dilation)
    {
        RegionHealth region = new()
        {
            TargetFrame = Duration.FromMilliseconds(90),
            Frame = Duration.FromMilliseconds(frame),
            SinceFrame = Duration.FromMilliseconds(since),
            Dilation = dilation,
        };
        return Math.Round(region.Slowness, 9);
    }

    [TestCase(90, 999, ExpectedResult = null)]
    [TestCase(90, 1000, ExpectedResult = 1000)]
    [TestCase(500, 1499, ExpectedResult = null)]
    [TestCase(500, 1500, ExpectedResult = 1500)]
    public double? A_pause_lasts_for_a_second_and_for_three_frames(double target, double since) =>
        new RegionHealth { TargetFrame = Duration.FromMilliseconds(target), SinceFrame = Duration.FromMilliseconds(since) }
            .Pause?.Milliseconds;

    [Test]
    public void A_region_of_which_nothing_is_known_is_not_slow() => Assert.That(default(RegionHealth).Slowness, Is.Zero);

    [Test]
    public void The_last_five_seconds_count()
    {
        RecentHealth<ProcessHealth> recent = new();
        for (int second = 0; second < 10; second++)
            recent.Add(new ProcessHealth { UsedCores = second, Lateness = Duration.FromSeconds(10 - second) });
        ProcessHealth mean = ProcessHealth.Mean(recent.Seconds)!.Value;
        Assert.That((mean.UsedCores, mean.Lateness), Is.EqualTo((7.0, Duration.FromSeconds(5))));
        Assert.That(mean.HostUsedCores, Is.Null);
    }

    [Test]
    public void A_second_counts_by_its_frames()
    {
        Duration target = Duration.FromMilliseconds(90);
        RegionHealth quick = new() { TargetFrame = target, Dilation = 1, Frames = 11, Frame = target };
        RegionHealth slow = quick with { Frames = 4, Frame = Duration.FromMilliseconds(250) };
        RegionHealth mean = RegionHealth.Mean([quick, quick, slow, quick, quick])!.Value;
        Assert.That(mean.Frames, Is.EqualTo(48));
        Assert.That(mean.Frame.Milliseconds, Is.EqualTo((44 * 90 + 4 * 250) / 48.0).Within(1e-6), "with one long frame of 0.7 s");
        Assert.That(mean.Slowness, Is.EqualTo(1 - 90 / mean.Frame.Milliseconds).Within(1e-9).And.LessThan(0.13));
    }

    [Test]
    public void Work_waits_as_long_as_in_most_of_the_last_five_seconds()
    {
        Assert.That(Waits(0, 1, 1.6, 0, 0), Is.Zero, "one short stop");
        Assert.That(Waits(0, 2, 0.5, 1, 2), Is.EqualTo(1));

        static double Waits(params double[] seconds) => ProcessHealth.Mean(
            [.. seconds.Select(wait => new ProcessHealth { WorkWait = Duration.FromSeconds(wait) })])!.Value.WorkWait.Seconds;
    }

    [Test]
    public void A_region_whose_figures_can_no_longer_be_read_is_unknown()
    {
        RecentHealth<RegionHealth> recent = new();
        recent.Add(new RegionHealth { Dilation = 1 });
        recent.Add(null);
        Assert.That(RegionHealth.Mean(recent.Seconds), Is.Null);
    }
}
