using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

public class FrameLengthTests
{
    [Test]
    public void Any_frame_length_carries_voices_exactly([Values(10, 20, 30, 40, 60)] int milliseconds)
    {
        using ConferenceRig rig = new() { Frame = Duration.FromMilliseconds(milliseconds) };
        PeerOptions trunk = ConferenceRig.Mixer("far") with { Rule = "fixed" };
        Conference near = rig.Add(1, trunk, ConferenceRig.Client("a")), far = rig.Add(2, trunk, ConferenceRig.Client("b"));
        rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(30));
        RigClient a = rig.Attach(near, 1, 11), b = rig.Attach(far, 1, 12);
        rig.Run(0.6);
        short[] voice = a.SayNoise(2.4, 1);
        rig.Run(4);
        int[] heard = b.Sum();
        Assert.That(heard.AsSpan().IndexOf(Array.ConvertAll(voice, sample => (int)sample)), Is.GreaterThanOrEqualTo(0));
    }

    [Test]
    public void Neighbours_with_different_frames_say_so_and_pass_no_audio()
    {
        using ConferenceRig rig = new();
        Conference near = rig.Add(1, ConferenceRig.Mixer("far"), ConferenceRig.Client("a"));
        Conference far = rig.Add(2, Duration.FromMilliseconds(30), [], ConferenceRig.Mixer("near"), ConferenceRig.Client("b"));
        RigLine line = rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(30));
        RigClient a = rig.Attach(near, 1, 11), b = rig.Attach(far, 1, 12);
        rig.Run(2);
        a.SayNoise(2, 1);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(near.StateOf(0).Status, Is.EqualTo(PeerStatus.Incompatible));
            Assert.That(far.StateOf(0).Status, Is.EqualTo(PeerStatus.Incompatible));
            Assert.That(b.Sum().Max(), Is.Zero);
        });
        line.IsCut = true;
        rig.Run(5);
        Assert.That(near.StateOf(0).Status, Is.EqualTo(PeerStatus.Silent));
    }

    [Test]
    public void Opus_in_frames_that_it_does_not_have_is_refused_when_the_conference_is_created()
    {
        using ConferenceRig rig = new() { Frame = Duration.FromMilliseconds(30) };
        Assert.That(() => rig.Add(1, ConferenceRig.Client("a", codec: "opus")),
            Throws.ArgumentException.With.Message.Contain("10, 20, 40 and 60 ms"));
    }
}
