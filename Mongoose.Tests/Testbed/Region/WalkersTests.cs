using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;

namespace Mongoose.Tests.Testbed.Region;

public sealed class WalkersTests
{
    private const int Count = 20;
    private const uint Someone = 3_000_000;

    private static readonly Duration Mean = Duration.FromSeconds(6), Length = Duration.FromSeconds(600);

    [Test]
    public void Half_of_them_walk_at_a_time_and_each_stops_once_in_twelve_seconds_on_average()
    {
        Walkers walkers = Create(Instant.Never);
        long walking = 0, stops = 0, frames = 0;
        for (Instant now = Instant.Zero; now < Instant.Zero + Length; now += MovingAvatars.Heartbeat, frames++)
        {
            foreach (uint id in walkers.Advance(now))
            {
                if (Walks(walkers, id))
                    walking++;
                else
                    stops++;
            }
        }
        Assert.That((double)walking / (frames * Count), Is.EqualTo(0.5).Within(0.05));
        Assert.That(stops, Is.EqualTo(Count * Length.Seconds / 12).Within(10).Percent);
    }

    [Test]
    public void Each_frame_of_a_walk_has_a_new_position_and_a_standing_avatar_has_none()
    {
        Walkers walkers = Create(Instant.Never);
        HashSet<System.Numerics.Vector3> positions = [];
        int states = 0;
        for (Instant now = Instant.Zero; now < Instant.Zero + Duration.FromSeconds(60); now += MovingAvatars.Heartbeat)
        {
            if (!walkers.Advance(now).Contains(Someone) || !Walks(walkers, Someone))
                continue;
            states++;
            positions.Add(walkers.MotionOf(Someone)!.Value.Position);
        }
        Assert.That(states, Is.InRange(50, 600));
        Assert.That(positions, Has.Count.EqualTo(states));
    }

    [Test]
    public void All_of_them_stop_for_good()
    {
        Instant stop = Instant.Zero + Duration.FromSeconds(30);
        Walkers walkers = Create(stop);
        for (Instant now = Instant.Zero; now < stop; now += MovingAvatars.Heartbeat)
            walkers.Advance(now);
        Assert.That(walkers.Advance(stop).Select(id => Walks(walkers, id)), Is.Not.Empty.And.All.False, "their last updates");
        Assert.That(walkers.Advance(stop + Duration.FromSeconds(60)), Is.Empty);
    }

    [Test]
    public void Other_avatars_have_no_motion_here([Values(1u, Someone - 1, Someone + Count)] uint id) =>
        Assert.That(Create(Instant.Never).MotionOf(id), Is.Null);

    private static Walkers Create(Instant stop) => new(Count, Mean, seed: 1, Instant.Zero, stop);

    private static bool Walks(Walkers walkers, uint id) => walkers.MotionOf(id)!.Value.Velocity.Length() > 1;
}
