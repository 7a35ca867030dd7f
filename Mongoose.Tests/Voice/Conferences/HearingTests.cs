using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

[Parallelizable(ParallelScope.All)]
public class HearingTests
{
    [Test]
    public void Each_client_hears_the_others_exactly_and_never_itself()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"), ConferenceRig.Client("c"));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 12), c = rig.Attach(mixer, 2, 13);
        short[] fromA = a.SayNoise(2, 1), fromB = b.SayNoise(2, 2);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Residual(a.Sum(), fromB), Is.Zero);
            Assert.That(HeardVoices.Residual(b.Sum(), fromA), Is.Zero);
            Assert.That(HeardVoices.Residual(c.Sum(), fromA, fromB), Is.Zero);
        });
    }

    [Test]
    public void A_single_voice_of_mu_law_is_heard_exactly([Values(PeerForm.Mono, PeerForm.Separate)] PeerForm form)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a", codec: "PCMU"), ConferenceRig.Client("b", form, "PCMU"));
        RigClient a = rig.Attach(mixer, 0, 11, AudioFormat.Pcmu), b = rig.Attach(mixer, 1, 12, AudioFormat.Pcmu);
        short[] voice = a.SayNoise(2, 1);
        rig.Run(3);
        Assert.That(HeardVoices.Residual(b.Sum(), voice), Is.Zero);
    }

    [Test]
    public void Voices_without_positions_are_in_the_middle_at_their_own_loudness()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b", PeerForm.Stereo));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 12, hears: new AudioFormat(AudioCodec.L16, 8000, 2));
        short[] voice = a.SayNoise(2, 1);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Residual(b.Sum(0), voice), Is.Zero);
            Assert.That(HeardVoices.Residual(b.Sum(1), voice), Is.Zero);
        });
    }

    [Test]
    public void A_voice_comes_back_exactly_after_a_pause()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 12);
        short[] first = a.SayNoise(0.5, 1);
        rig.Run(1.3);
        short[] second = a.SayNoise(0.5, 2);
        rig.Run(1);
        Assert.That(HeardVoices.Residual(b.Sum(), first, second), Is.Zero);
    }
}
