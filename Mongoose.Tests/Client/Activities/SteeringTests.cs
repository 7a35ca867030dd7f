using System.Numerics;
using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Activities;

/// <summary>Avatars stay in their region, whatever their activity and however late the region sends their position.</summary>
public sealed class SteeringTests
{
    private static readonly RegionSize Long = new(1024, 512);

    private static readonly string[] Moving = [ActivityNames.Walk, ActivityNames.Fly, ActivityNames.Mixed];

    [Test]
    public void An_avatar_never_leaves_its_region_in_hours(
        [ValueSource(nameof(Moving))] string activity, [Values(0.001, 0.3)] double delay, [Values(0.1, 1.2)] double reportInterval)
    {
        foreach (RegionSize size in (RegionSize[])[RegionSize.Standard, Long])
        {
            foreach (Vector2 start
                in (Vector2[])[new(128, 128), new(1, 1), new(size.MetresEast - 1, 200), new(70, size.MetresNorth - 0.5f)])
            {
                (WalkingAvatar avatar, _, SimulatedScheduler clock) = Start(activity, size, start, delay, reportInterval);
                for (int second = 0; second < 2 * 3600; second++)
                {
                    clock.RunFor(Duration.FromSeconds(1));
                    Assert.That(avatar.IsInside, $"{activity} from {start} after {second} s: {avatar.Position}");
                }
                Assert.That(avatar.Distance, Is.GreaterThan(5000), "the avatar does walk");
                Assert.That(avatar.Position.Z, Is.LessThan(300));
            }
        }
    }

    [Test]
    public void An_avatar_that_starts_outside_returns_and_stays([ValueSource(nameof(Moving))] string activity)
    {
        foreach (Vector2 start in (Vector2[])[new(234.87f, -2.54f), new(-20, 300), new(256, 256)])
        {
            (WalkingAvatar avatar, _, SimulatedScheduler clock) = Start(activity, RegionSize.Standard, start);
            clock.RunFor(Duration.FromSeconds(120));
            for (int second = 0; second < 3600; second++)
            {
                Assert.That(avatar.IsInside, $"{avatar.Position}");
                clock.RunFor(Duration.FromSeconds(1));
            }
        }
    }

    [Test]
    public void An_avatar_uses_its_whole_region_except_the_edges([Values(ActivityNames.Walk, ActivityNames.Fly)] string activity)
    {
        (WalkingAvatar avatar, _, SimulatedScheduler clock) = Start(activity, RegionSize.Standard, new(128, 128));
        HashSet<(int, int)> seen = [];
        for (int second = 0; second < 4 * 3600; second++)
        {
            clock.RunFor(Duration.FromSeconds(1));
            seen.Add(((int)avatar.Position.X / 64, (int)avatar.Position.Y / 64));
        }
        Assert.That(seen, Has.Count.EqualTo(16), "squares of 64 m");
    }

    [Test]
    public void An_avatar_whose_region_stops_sending_positions_stands_within_seconds_and_the_stall_is_counted(
        [ValueSource(nameof(Moving))] string activity)
    {
        for (int after = 0; after < 600; after += 7)
        {
            (WalkingAvatar avatar, ActPlayer player, SimulatedScheduler clock) =
                Start(activity, RegionSize.Standard, new(128, 128), seed: after);
            clock.RunFor(Duration.FromSeconds(after));
            Assert.That(player.MaxStall, Is.EqualTo(Duration.Zero));
            avatar.IsReported = false;
            double way = avatar.Distance;
            clock.RunFor(Duration.FromSeconds(600));
            Assert.That(avatar.IsInside, $"{avatar.Position}");
            Assert.That(avatar.Distance - way, Is.LessThan(60), "metres");
            if (activity != ActivityNames.Mixed)
                Assert.That(player.MaxStall, Is.GreaterThan(Duration.FromSeconds(500)));
        }
    }

    [Test]
    public void A_flying_avatar_does_not_rise_from_run_to_run()
    {
        Vector3 position = new(128, 128, 22);
        for (int run = 0; run < 50; run++)
        {
            (WalkingAvatar avatar, _, SimulatedScheduler clock) =
                Start(ActivityNames.Fly, RegionSize.Standard, new(128, 128), seed: run, height: position.Z);
            clock.RunFor(Duration.FromSeconds(60));
            position = avatar.Position;
        }
        Assert.That(position.Z, Is.InRange(100, 260));
    }

    [Test]
    public void Without_any_position_no_control_that_moves_is_pressed()
    {
        Steering steering = new();
        Assert.That(steering.Steer(Instant.Zero, null, 1, AgentControls.Forward).Controls, Is.EqualTo(AgentControls.None));
        Assert.That(steering.Steer(Instant.Zero, null, 1, AgentControls.Fly | AgentControls.Up).Controls, Is.EqualTo(AgentControls.Fly),
            "without Fly the avatar would fall");
    }

    private static (WalkingAvatar Avatar, ActPlayer Player, SimulatedScheduler Clock) Start(
        string activity, RegionSize size, Vector2 start, double delay = 0.05, double reportInterval = 0.1, int seed = 1, float height = 22)
    {
        SimulatedScheduler clock = new();
        WalkingAvatar avatar =
            new(clock, new Vector3(start, height), size, Duration.FromSeconds(delay), Duration.FromSeconds(reportInterval));
        ActPlayer player = new(clock, avatar, ActivityNames.Create(activity, seed), elsewhere: null);
        clock.RunFor(Duration.FromSeconds(2 * delay));
        player.Play();
        return (avatar, player, clock);
    }
}
