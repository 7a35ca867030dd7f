using Mongoose.Core.Units;
using Mongoose.Testbed.Particles;

namespace Mongoose.Tests.Testbed.Particles;

public sealed class ParticleProfileTests
{
    [TestCase(0, 0)]
    [TestCase(1, 4)]
    [TestCase(24, 96)]
    [TestCase(25, 100)]
    [TestCase(124, 100)]
    [TestCase(125, 100)]
    [TestCase(128, 96)]
    [TestCase(197, 4)]
    [TestCase(199, 2)]
    public void The_number_of_moving_particles_grows_stays_and_falls(int frame, int moving) =>
        Assert.That(new ParticleProfile().MovingIn(frame), Is.EqualTo(moving));

    [Test]
    public void A_cycle_lasts_8_s_at_25_frames_per_second()
    {
        ParticleProfile profile = new();
        Assert.That(profile.Interval, Is.EqualTo(Duration.FromMilliseconds(40)));
        Assert.That(profile.Length, Is.EqualTo(Duration.FromMilliseconds(199 * 40)));
        Assert.That((profile with { Cycles = 3 }).MovingIn(2 * 200 + 25), Is.EqualTo(100));
        Assert.That((profile with { Cycles = 3 }).TotalFrames, Is.EqualTo(600));
    }

    /// <summary>The schedule's answers are those of a search through all frames.</summary>
    [Test]
    public void The_schedule_knows_when_each_particle_moves([Values(1, 3)] int cycles, [Values(1, 7, 100)] int count)
    {
        ParticleProfile profile = new() { Count = count, Frames = 40, GrowFrames = 6, ShrinkFrames = 13, Cycles = cycles };
        ParticleSchedule schedule = new(profile);
        int[] frames = Enumerable.Range(0, profile.TotalFrames).ToArray();
        Assert.That(schedule.Values, Is.EqualTo(frames.Sum(frame => (long)profile.MovingIn(frame))));
        for (int id = 0; id < count; id++)
        {
            int[] moving = frames.Where(frame => id < profile.MovingIn(frame)).ToArray();
            Assert.That(schedule.LastMoving(id), Is.EqualTo(moving[^1]));
            for (int frame = -1; frame < profile.TotalFrames; frame++)
            {
                Assert.That(schedule.NextMoving(id, frame), Is.EqualTo(moving.Append(-1).First(other => other > frame || other < 0)),
                    $"{id} after {frame}");
                Assert.That(schedule.LastMovingUpTo(id, frame), Is.EqualTo(moving.Prepend(-1).Last(other => other <= frame)),
                    $"{id} up to {frame}");
            }
        }
    }

    [Test]
    public void Positions_follow_from_the_seed_and_stay_in_the_box()
    {
        ParticleProfile profile = new();
        ParticleMotion one = new(profile, 1), again = new(profile, 1), other = new(profile, 2);
        for (int id = 0; id < profile.Count; id++)
        {
            for (int frame = 0; frame < profile.TotalFrames; frame++)
            {
                ParticleValue value = one.At(id, frame);
                Assert.That(again.At(id, frame), Is.EqualTo(value));
                Assert.That((value.X, value.Y, value.Z),
                    Is.EqualTo((Math.Clamp(value.X, 0, 10), Math.Clamp(value.Y, 0, 10), Math.Clamp(value.Z, -1e-4f, 10))));
                Assert.That(one.At(id, frame + 1), Is.Not.EqualTo(value with { Frame = frame + 1 }), "it moves");
            }
            Assert.That(other.At(id, 0), Is.Not.EqualTo(one.At(id, 0)));
        }
    }

    [Test]
    public void A_message_has_number_frame_and_position_in_network_order()
    {
        byte[] message = new byte[ParticleValue.Bytes];
        ParticleValue value = new(0x01020304, 0x05060708, 1, -2, 0.5f);
        value.Write(message);
        Assert.That(Convert.ToHexString(message), Is.EqualTo("0102030405060708" + "3F800000" + "C0000000" + "3F000000"));
        Assert.That(ParticleValue.Read(message), Is.EqualTo(value));
    }
}
