using Mongoose.Core.Units;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios.Flows;

namespace Mongoose.Tests.Testbed.Particles;

/// <summary>The frame with the largest mean age, and the pictures. Frames are 40 ms apart.</summary>
public sealed class WorstFrameTests
{
    /// <summary>Number 0 moves in the frames 0 to 4, number 1 in the frames 0 to 3.</summary>
    private static readonly ParticleProfile Profile = new() { Count = 2, Frames = 5, GrowFrames = 0, ShrinkFrames = 2 };

    private static readonly ParticleMotion Motion = new(Profile, 1);

    private static readonly ParticleSchedule Schedule = new(Profile);

    [Test]
    public void It_is_the_first_with_the_largest_mean_and_keeps_what_was_shown()
    {
        DisplayedState state = State();
        WorstFrame worst = new(Schedule, state);
        Arrive(state, 0, 0, 5);
        Arrive(state, 1, 0, 5);
        Arrive(state, 0, 1, 125); // Frame 3: both have been old for 80 ms.
        Arrive(state, 0, 3, 126);
        Arrive(state, 1, 3, 127);
        state.Finish(Ms(500));
        Assert.That((worst.Frame, worst.ShownFrame(0), worst.ShownFrame(1)), Is.EqualTo((3, 0, 0)));
        Assert.That(worst.Frame, Is.EqualTo(Array.IndexOf(state.AgesByFrame, state.AgesByFrame.Max())));
    }

    [Test]
    public void A_value_that_arrives_with_a_frame_is_shown_in_it()
    {
        DisplayedState state = State();
        WorstFrame worst = new(Schedule, state);
        Arrive(state, 1, 3, 160);
        state.Finish(Ms(500));
        Assert.That((worst.Frame, worst.ShownFrame(1)), Is.EqualTo((3, -1)), "before that, particle 1 was older");
    }

    [Test]
    public void Pictures_have_true_and_shown_positions_and_ages()
    {
        DisplayedState state = State();
        ParticlePictures pictures = new(Schedule, Motion, state);
        Arrive(state, 0, 0, 5);
        Arrive(state, 0, 4, 170);
        state.Finish(Ms(260));
        PictureSeries[] taken = pictures.Take("udp", Ms(260)).ToArray();
        Assert.That(taken.Select(picture => (picture.Name, picture.AtSeconds)),
            Is.EqualTo(new[] { ("udp.worstFrameAgeMs", 0.16), ("udp.lastAgeMs", 0.26) }));
        Assert.That(taken[0].Late, Is.EqualTo(new[] { 120.0, 160 }));
        Assert.That(taken[1].Late, Is.EqualTo(new[] { 0.0, 260 }));
        Assert.That(taken[0].ShownX, Is.EqualTo(new[] { Motion.At(0, 0).X, double.NaN }).Within(0.001));
        Assert.That(taken[1].ShownY, Is.EqualTo(new[] { Motion.At(0, 4).Y, double.NaN }).Within(0.001));
        Assert.That(taken[1].X, Is.EqualTo(new[] { Motion.At(0, 4).X, Motion.At(1, 3).X }).Within(0.001), "where they stopped");
    }

    [Test]
    public void A_picture_of_a_run_that_ends_early_has_the_positions_of_its_end()
    {
        DisplayedState state = State();
        ParticlePictures pictures = new(Schedule, Motion, state);
        state.Finish(Ms(50));
        Assert.That(pictures.Take("udp", Ms(50)).Last().Y, Is.EqualTo(new[] { Motion.At(0, 1).Y, Motion.At(1, 1).Y }).Within(0.001));
        Assert.That(pictures.Take("udp", Ms(-1)).Last().Y, Is.Empty, "before the first frame they are nowhere");
    }

    private static DisplayedState State() => new(Schedule, Motion, settling: Ms(100));

    private static void Arrive(DisplayedState state, int id, int frame, double ms) => state.Arrived(Motion.At(id, frame), Ms(ms));

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);
}
