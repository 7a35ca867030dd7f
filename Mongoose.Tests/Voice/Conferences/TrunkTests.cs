using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Three speakers at one mixer, and a listener at another one, connected by a trunk.</summary>
public class TrunkTests
{
    [Test]
    public void Voices_over_a_trunk_are_exact_for_any_number_of_streams([Values(8, 2, 1)] int streams)
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, RigClient listener, _, _) =
            Connected(rig, ConferenceRig.Mixer("far") with { Rule = "fixed", MaxStreams = streams });
        short[][] voices = Say(rig, speakers);
        rig.Run(4);
        Assert.That(HeardVoices.Residual(listener.Sum(), voices), Is.LessThanOrEqualTo(streams == 8 ? 0 : 1), "a fade may round");
    }

    [Test]
    public void One_voice_of_mu_law_over_a_trunk_is_exact([Values("PCMU", "L16/8000", "L16/48000")] string codec)
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, RigClient listener, _, _) = Connected(rig,
            ConferenceRig.Mixer("far") with { Rule = "fixed", Codec = codec == "L16/48000" ? "PCMU" : codec }, AudioFormat.Pcmu);
        short[] voice = speakers[0].SayNoise(2, 1);
        rig.Run(3);
        Assert.That(HeardVoices.Residual(listener.Sum(), voice), Is.Zero);
    }

    [Test]
    public void A_voice_that_changes_over_both_ways_has_no_gap_and_no_step([Values("L16/8000", "PCMU")] string codec)
    {
        // With two streams, the louder of the later voices takes the slot, and gives it back when it ends.
        using ConferenceRig rig = new();
        AudioFormat format = codec == "PCMU" ? AudioFormat.Pcmu : ConferenceRig.L16;
        (RigClient[] speakers, RigClient listener, Conference near, _) =
            Connected(rig, ConferenceRig.Mixer("far") with { Rule = "fixed", MaxStreams = 2 }, format);
        short[] changing = speakers[0].SayNoise(12, 1, 500);
        rig.Run(2);
        short[] second = speakers[1].SayNoise(4, 2, 6000), third = speakers[2].SayNoise(4, 3, 6000);
        rig.Run(2);
        PeerState during = near.StateOf(0);
        rig.Run(10);
        Assert.Multiple(() =>
        {
            Assert.That((during.Alone, during.Mixed), Is.EqualTo((1, 2)));
            Assert.That(HeardVoices.Residual(listener.Sum(), changing, second, third), Is.LessThanOrEqualTo(1), "a fade may round");
        });
    }

    [Test]
    [Slow("a minute of audio of three voices, compared sample by sample")]
    public void The_rule_that_follows_the_line_loses_no_sample_when_the_number_of_streams_changes()
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, RigClient listener, Conference near, RigLine line) = Connected(rig, ConferenceRig.Mixer("far"));
        HashSet<int> streams = [];
        short[][] voices = speakers.Select((speaker, i) => speaker.SayNoise(60, i)).ToArray();
        Random random = new(1);
        (bool isLossy, int lost) = (false, 0);
        line.Loses = datagram => isLossy && !RtcpPacket.IsRtcp(datagram) && random.NextDouble() < 0.1 && lost++ >= 0;
        for (int second = 0; second < 62; second++)
        {
            isLossy = second is >= 20 and < 30;
            rig.Run(1);
            streams.Add(near.StateOf(0).Alone);
        }
        const int ConcealedSamples = 160 + 40 + 20; // A frame, the fade back to what was sent, and a share of changes over that were lost.
        Assert.Multiple(() =>
        {
            Assert.That(streams, Is.SupersetOf(new[] { 0, 1, 3 }), "all mixed, one alone, all alone");
            Assert.That(lost, Is.GreaterThan(20));
            Assert.That(Differences(listener.Sum(), voices), Is.LessThanOrEqualTo(lost * ConcealedSamples),
                "nothing but lost frames differs");
        });
    }

    [Test]
    public void A_frame_with_fades_does_not_exceed_the_packet([Values("L16/8000", "PCMU")] string codec)
    {
        using ConferenceRig rig = new();
        const int Speakers = 12;
        Conference near = rig.Add(1,
            [ConferenceRig.Mixer("far") with { Rule = "fixed", Codec = codec },
            .. Enumerable.Range(1, Speakers).Select(i => ConferenceRig.Client($"{i}"))]);
        Conference far = rig.Add(2, ConferenceRig.Mixer("near"), ConferenceRig.Client("listener"));
        RigLine line = rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(30));
        RigClient[] speakers = Enumerable.Range(1, Speakers).Select(i => rig.Attach(near, i, (uint)(100 + i))).ToArray();
        RigClient listener = rig.Attach(far, 1, 99);
        rig.Run(0.5);
        List<short[]> voices = [];
        for (int i = 0; i < Speakers; i++)
        {
            voices.Add(speakers[i].SayNoise(5 - i * 0.3, i, 500 + 100 * i));
            rig.Run(0.2);
        }
        rig.Run(6);
        Assert.Multiple(() =>
        {
            Assert.That(line.LargestBytes, Is.LessThanOrEqualTo(1472));
            if (codec != "PCMU")
                Assert.That(HeardVoices.Residual(listener.Sum(), [.. voices]), Is.LessThanOrEqualTo(2));
        });
    }

    private static short[][] Say(ConferenceRig rig, RigClient[] speakers)
    {
        List<short[]> voices = [];
        for (int i = 0; i < speakers.Length; i++)
        {
            voices.Add(speakers[i].SayNoise(2, i));
            rig.Run(0.41);
        }
        return [.. voices];
    }

    /// <summary>Samples that are not the sum of the voices.</summary>
    private static int Differences(int[] heard, short[][] voices)
    {
        int[] rest = (int[])heard.Clone();
        foreach (short[] voice in voices)
        {
            int at = HeardVoices.Find(heard, voice);
            for (int i = 0; i < Math.Min(voice.Length, rest.Length - at); i++)
                rest[at + i] -= voice[i];
        }
        return rest[..^1000].Count(sample => Math.Abs(sample) > 1);
    }

    private static (RigClient[] Speakers, RigClient Listener, Conference Near, RigLine Line) Connected(ConferenceRig rig,
        PeerOptions trunk, AudioFormat? format = null)
    {
        string codec = (format ?? ConferenceRig.L16).ToString();
        Conference near = rig.Add(1, trunk, ConferenceRig.Client("a", codec: codec), ConferenceRig.Client("b", codec: codec),
            ConferenceRig.Client("c", codec: codec));
        Conference far = rig.Add(2, ConferenceRig.Mixer("near"), ConferenceRig.Client("listener"));
        RigLine line = rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(30));
        RigClient[] speakers = [rig.Attach(near, 1, 11, format), rig.Attach(near, 2, 12, format), rig.Attach(near, 3, 14, format)];
        RigClient listener = rig.Attach(far, 1, 13);
        rig.Run(0.5);
        return (speakers, listener, near, line);
    }
}
