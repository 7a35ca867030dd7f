using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Totals of a peer never go back, whatever comes and goes.</summary>
public class TotalsTests
{
    [Test]
    public void Totals_of_a_trunk_go_on_when_the_neighbour_was_away()
    {
        using ConferenceRig rig = new();
        Conference near = rig.Add(1, ConferenceRig.Mixer("far"), ConferenceRig.Client("a")),
            far = rig.Add(2, ConferenceRig.Mixer("near"), ConferenceRig.Client("b"));
        RigLine line = rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(10));
        RigClient a = rig.Attach(near, 1, 11), b = rig.Attach(far, 1, 12);
        a.SayNoise(30, 1);
        b.SayNoise(30, 2);
        Random random = new(3);
        line.Loses = datagram => !RtcpPacket.IsRtcp(datagram) && random.Next(5) == 0;
        rig.Run(8);
        line.Loses = _ => false;
        PeerState before = near.StateOf(0);
        line.IsCut = true;
        rig.Run(5);
        Assert.That(near.StateOf(0).Status, Is.EqualTo(PeerStatus.Silent));
        line.IsCut = false;
        rig.Run(5);
        PeerState after = near.StateOf(0);
        Assert.Multiple(() =>
        {
            Assert.That(after.Status, Is.EqualTo(PeerStatus.Open));
            Assert.That(new[] { before.Missing, before.Mixing.LossEvents }, Is.All.GreaterThan(2));
            Assert.That(after.Missing, Is.GreaterThanOrEqualTo(before.Missing));
            Assert.That(after.Mixing.LossEvents, Is.GreaterThanOrEqualTo(before.Mixing.LossEvents));
            Assert.That(after.Mixing.Changes, Is.GreaterThanOrEqualTo(before.Mixing.Changes));
            Assert.That(after.Mixing.Silence, Is.GreaterThanOrEqualTo(before.Mixing.Silence));
        });
    }

    [Test]
    public void Frames_that_were_missing_still_count_when_their_voice_is_gone_or_has_another_format([Values] bool isGone)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = rig.Attach(mixer, 0, 11);
        a.SayNoise(1, 1);
        rig.Run(0.3);
        for (int lost = 0; lost < 3; lost++)
            _ = a.NextPacket();
        rig.Run(2);
        long before = mixer.StateOf(0).Missing;
        if (!isGone)
        {
            a.SpeakAs(AudioFormat.Pcmu);
            a.SayNoise(1, 2);
        }
        rig.Run(isGone ? 40 : 2);
        Assert.That((before, mixer.StateOf(0).Missing), Is.EqualTo((3L, 3L)));
    }
}
