using Mongoose.Core.Units;
using Mongoose.Testbed.Particles;

namespace Mongoose.Tests.Testbed.Particles;

/// <summary>Figures of short sequences, computed by hand. Frames are 40 ms apart.</summary>
public sealed class DisplayedStateTests
{
    /// <summary>Two particles. Number 0 moves in the frames 0 to 4, number 1 in the frames 0 to 3.</summary>
    private static readonly ParticleProfile Profile = new() { Count = 2, Frames = 5, GrowFrames = 0, ShrinkFrames = 2 };

    private static readonly ParticleMotion Motion = new(Profile, 1);

    [Test]
    public void The_profile_is_as_described() =>
        Assert.That(Enumerable.Range(0, 5).Select(Profile.MovingIn), Is.EqualTo(new[] { 2, 2, 2, 2, 1 }));

    [Test]
    public void Values_that_arrive_within_a_frame_leave_no_age()
    {
        DisplayedState state = State();
        foreach ((int id, int frame) in AllValues())
            Arrive(state, id, frame, 40 * frame + 5);
        int wrong = state.Finish(Ms(500));
        Assert.Multiple(() =>
        {
            Assert.That(wrong, Is.Zero);
            Assert.That((state.Values, state.OldValues, state.LateValues), Is.EqualTo((9, 0, 0)));
            Assert.That(state.MeanDelayMs, Is.EqualTo(5).Within(1e-9));
            Assert.That(state.Ages.Count, Is.EqualTo(10), "two particles in five frames");
            Assert.That(state.MeanAgeMs, Is.Zero, "at each frame, what is newer has existed for 0 ms");
            Assert.That(state.SettledAfter, Is.EqualTo(Ms(5)));
        });
    }

    [Test]
    public void Ages_count_from_the_first_newer_state_on()
    {
        DisplayedState state = State();
        Arrive(state, 0, 0, 5);
        Arrive(state, 0, 1, 45);
        Arrive(state, 0, 3, 130); // Frame 2 was lost: at 120 ms it has been newer for 40 ms.
        Arrive(state, 0, 4, 165);
        foreach (int frame in (int[])[0, 1, 2, 3])
            Arrive(state, 1, frame, 200); // All together: ages 0, 40, 80, 120, 160 ms.
        int wrong = state.Finish(Ms(500));
        Assert.Multiple(() =>
        {
            Assert.That(wrong, Is.Zero);
            Assert.That(state.AgesByFrame, Is.EqualTo(new[] { 0.0, 20, 40, 80, 80 }).Within(1e-9));
            Assert.That(state.MeanAgeMs, Is.EqualTo((40 + 40 + 80 + 120 + 160) / 10.0).Within(1e-9));
            Assert.That(state.Ages.Summarise().Max, Is.EqualTo(160).Within(1e-3));
            Assert.That(state.LateValues, Is.EqualTo(4), "200, 160, 120 and 80 ms");
            Assert.That(state.SettledAfter, Is.EqualTo(Ms(200 - 160)));
        });
    }

    [Test]
    public void A_value_that_arrives_with_a_frame_is_shown_in_it()
    {
        DisplayedState state = State();
        Arrive(state, 0, 0, 40);
        state.Finish(Ms(40));
        Assert.That(state.AgesByFrame[1] * 2, Is.EqualTo(40).Within(1e-9), "particle 0 has age 0, particle 1 40 ms");
    }

    [Test]
    public void Old_values_are_counted_and_not_shown()
    {
        DisplayedState state = State();
        Arrive(state, 0, 2, 85);
        Arrive(state, 0, 1, 86);
        Assert.That(state.ShownFrame(0), Is.EqualTo(2));
        Assert.That((state.Values, state.OldValues), Is.EqualTo((2, 1)));
    }

    [Test]
    public void A_repeated_value_counts_once()
    {
        DisplayedState state = State();
        Assert.That(state.Arrived(Motion.At(0, 2), Ms(85)));
        Assert.That(state.Arrived(Motion.At(0, 2), Ms(86)), Is.False);
        Assert.That((state.Values, state.OldValues, state.Delays.Count), Is.EqualTo((1, 0, 1)));
    }

    [Test]
    public void What_is_missing_at_the_end_is_wrong()
    {
        DisplayedState state = State();
        foreach ((int id, int frame) in AllValues().Where(value => value != (0, 4)))
            Arrive(state, id, frame, 40 * frame + 5);
        Assert.That(state.Finish(Ms(500)), Is.EqualTo(1));
        Assert.That(state.SettledAfter, Is.Null);
    }

    [Test]
    public void What_arrives_after_settling_is_wrong()
    {
        DisplayedState state = State();
        foreach ((int id, int frame) in AllValues().Where(value => value != (0, 4)))
            Arrive(state, id, frame, 40 * frame + 5);
        Arrive(state, 0, 4, 160 + 101);
        Assert.That(state.Finish(Ms(500)), Is.EqualTo(1));
    }

    [TestCase(2, 0)]
    [TestCase(-1, 0)]
    [TestCase(1, 4)]
    [TestCase(0, 5)]
    public void A_value_that_was_never_sent_is_an_error(int id, int frame) =>
        Assert.That(() => State().Arrived(new ParticleValue(id, frame, 0, 0, 0), Ms(400)), Throws.TypeOf<InvalidDataException>());

    [Test]
    public void A_wrong_position_is_an_error() =>
        Assert.That(() => State().Arrived(Motion.At(0, 1) with { X = 11 }, Ms(45)), Throws.TypeOf<InvalidDataException>());

    private static DisplayedState State() => new(new ParticleSchedule(Profile), Motion, settling: Ms(100));

    private static IEnumerable<(int Id, int Frame)> AllValues() =>
        from frame in Enumerable.Range(0, 5)
        from id in Enumerable.Range(0, Profile.MovingIn(frame))
        select (id, frame);

    private static void Arrive(DisplayedState state, int id, int frame, double ms) => state.Arrived(Motion.At(id, frame), Ms(ms));

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);
}
