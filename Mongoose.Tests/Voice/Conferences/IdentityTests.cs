using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

public class IdentityTests
{
    [Test]
    public void Two_clients_of_a_mixer_may_have_the_same_SSRC()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"), ConferenceRig.Client("c", PeerForm.Separate));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 11), c = rig.Attach(mixer, 2, 12);
        short[] fromA = a.SayNoise(2, 1), fromB = b.SayNoise(2, 2);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(c.Heard, Has.Count.EqualTo(2));
            Assert.That(HeardVoices.Residual(c.Sum(), fromA, fromB), Is.Zero);
            Assert.That(HeardVoices.Residual(a.Sum(), fromB), Is.Zero);
        });
    }

    [Test]
    public void Two_clients_of_different_mixers_may_have_the_same_SSRC()
    {
        using ConferenceRig rig = new();
        Conference near = rig.Add(1, ConferenceRig.Mixer("far"), ConferenceRig.Client("a"), ConferenceRig.Client("c"));
        Conference far = rig.Add(2, ConferenceRig.Mixer("near"), ConferenceRig.Client("b"), ConferenceRig.Client("d"));
        rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(10));
        RigClient a = rig.Attach(near, 1, 11), b = rig.Attach(far, 1, 11), c = rig.Attach(near, 2, 13), d = rig.Attach(far, 2, 14);
        rig.Run(0.5);
        short[] fromA = a.SayNoise(2, 1), fromB = b.SayNoise(2, 2);
        rig.Run(3);
        foreach (RigClient listener in new[] { c, d })
            Assert.That(HeardVoices.Residual(listener.Sum(), fromA, fromB), Is.Zero);
    }

    [Test]
    public void A_voice_that_comes_by_two_ways_is_heard_once_and_the_second_way_takes_over_when_the_first_ends()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Mixer("x"), ConferenceRig.Mixer("y"), ConferenceRig.Client("c"));
        RigClient c = rig.Attach(mixer, 2, 12);
        FakeMixer x = new(rig, mixer, 0, 501), y = new(rig, mixer, 1, 502);
        rig.Run(1.5);
        short[] voice = c.Noise(4, 1);
        x.Say(voice, Notice(ssrc: 7, origin: 600, originSsrc: 7), seconds: 2);
        y.Say(voice, Notice(ssrc: 8, origin: 600, originSsrc: 7), seconds: 4);
        rig.Run(5);
        int[] heard = c.Sum();
        int begin = heard.AsSpan().IndexOfAnyExcept(0), change = begin + 16_000; // There the end of the first way is concealed.
        Assert.Multiple(() =>
        {
            Assert.That(heard[begin..change].Concat(heard[(change + 1600)..(begin + 31_000)]).Max(), Is.LessThanOrEqualTo(3000),
                "never twice");
            Assert.That(heard.Count(sample => sample != 0), Is.InRange(31_000 - 2400, 32_500), "without more than a moment of silence");
        });
    }

    [TestCase(true)]
    [TestCase(false)]
    public void What_a_mixers_own_file_says_of_a_source_is_what_counts_there(bool isPinnedAtOrigin)
    {
        using ConferenceRig rig = new();
        SourceOptions[] pinned = [new SourceOptions { Name = "quiet", IsPinned = true }], unpinned = [new SourceOptions { Name = "quiet" }];
        Conference near = rig.Add(1, isPinnedAtOrigin ? pinned : unpinned, ConferenceRig.Mixer("far") with { Rule = "fixed" },
            ConferenceRig.Client("quiet"), ConferenceRig.Client("loud"));
        Conference far = rig.Add(2, isPinnedAtOrigin ? unpinned : pinned, ConferenceRig.Mixer("near"),
            ConferenceRig.Client("listener", PeerForm.Separate) with { MaxStreams = 2 }, ConferenceRig.Client("third"));
        rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(10));
        RigClient quiet = rig.Attach(near, 1, 11), loud = rig.Attach(near, 2, 12), listener = rig.Attach(far, 1, 13),
            third = rig.Attach(far, 2, 14);
        rig.Run(1);
        quiet.SayNoise(6, 1, 300);
        loud.SayNoise(6, 2, 8000);
        third.SayNoise(6, 3, 8000);
        rig.Run(5);
        listener.Heard.Clear();
        rig.Run(0.5);
        Assert.That(listener.Heard.ContainsKey(quiet.Ssrc), Is.EqualTo(!isPinnedAtOrigin), "whether the quiet voice is alone");
    }

    private static SourceNotice Notice(uint ssrc, uint origin, uint originSsrc) =>
        new(ssrc, origin, originSsrc, "", "", null, 0, false, false);
}
