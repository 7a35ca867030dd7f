using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

[Parallelizable(ParallelScope.All)]
public class SilenceTests
{
    [Test]
    public void A_silent_voice_takes_no_slot_after_200_ms()
    {
        using ConferenceRig rig = new();
        Conference near = rig.Add(1, ConferenceRig.Mixer("far") with { Rule = "fixed" }, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        _ = new FakeMixer(rig, near, 0, 900);
        RigClient a = rig.Attach(near, 1, 11), b = rig.Attach(near, 2, 12);
        rig.Run(1.5);
        a.SayNoise(10, 1);
        b.SayNoise(1, 2);
        b.SayNoise(9, 3, amplitude: 20); // -69 dBov
        rig.Run(1.1);
        int hangover = near.StateOf(0).Alone;
        rig.Run(0.2);
        Assert.That((hangover, near.StateOf(0).Alone), Is.EqualTo((2, 1)));
    }

    [Test]
    public void The_onset_of_a_voice_is_not_cut()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 12);
        a.SayNoise(1, 1, amplitude: 20);
        short[] voice = a.SayNoise(0.5, 2);
        short[] quiet = a.SayNoise(0.16, 3, amplitude: 20);
        a.SayNoise(1, 4, amplitude: 20);
        rig.Run(3);
        Assert.That(b.Sum().AsSpan().IndexOf(Array.ConvertAll([.. voice, .. quiet], sample => (int)sample)), Is.GreaterThan(0), "with 160 ms after it");
    }
}
