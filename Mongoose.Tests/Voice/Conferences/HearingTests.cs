using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

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
    public void A_rendered_stream_names_its_first_fifteen_voices()
    {
        using ConferenceRig rig = new();
        const int Speakers = 20;
        Conference mixer =
            rig.Add(1, [ConferenceRig.Client("listener"), .. Enumerable.Range(1, Speakers).Select(i => ConferenceRig.Client($"{i}"))]);
        RigClient listener = rig.Attach(mixer, 0, 99);
        RigClient[] speakers = [.. Enumerable.Range(1, Speakers).Select(i => rig.Attach(mixer, i, (uint)(100 + i)))];
        speakers[3].SayNoise(1, 1);
        rig.Run(0.5);
        uint[] one = listener.Packets.Last().Contributors;
        foreach (RigClient speaker in speakers)
            speaker.SayNoise(1, 1, 300);
        rig.Run(0.5);
        Assert.That(one, Is.EqualTo(new[] { speakers[3].Ssrc }));
        Assert.That(listener.Packets.Last().Contributors, Has.Length.EqualTo(15).And.SubsetOf(speakers.Select(speaker => speaker.Ssrc)));
    }

    [TestCase(1)]
    [TestCase(2)]
    public void A_lost_frame_of_a_voice_is_concealed_at_its_own_pitch(int channels)
    {
        using ConferenceRig rig = new();
        AudioFormat spoken = new(AudioCodec.L16, 48_000, channels), heard = new(AudioCodec.L16, 48_000, 1);
        Conference mixer = rig.Add(1, ConferenceRig.Client("speaker", channels == 2 ? PeerForm.Stereo : PeerForm.Mono, spoken.ToString()),
            ConferenceRig.Client("listener", codec: heard.ToString()));
        RigClient listener = rig.Attach(mixer, 1, 12, heard);
        const int Frame = 960, Lost = 60, PerFrame = 12; // 300 Hz
        for (int frame = 0; frame < 100; frame++)
        {
            byte[] datagram = ToneFrame(frame, channels);
            if (frame != Lost)
                rig.At(rig.Now + rig.Frame * (frame + 0.3), () => mixer.Received(0, datagram, rig.Now));
        }
        rig.Run(4);
        int[] sum = listener.Sum();
        int begin = sum.AsSpan().IndexOfAnyExcept(0) + Lost * Frame;
        Assert.That(Enumerable.Range(begin, Frame).Count(i => sum[i] < 0 != sum[i - 1] < 0), Is.InRange(PerFrame - 1, PerFrame + 1),
            "zero crossings of the lost frame");
    }

    private static byte[] ToneFrame(int frame, int channels)
    {
        byte[] datagram = new byte[RtpPacket.HeaderBytes + 960 * 2 * channels], payload = new byte[960 * 2 * channels];
        Pcm16.WriteBigEndian([.. Enumerable.Range(0, 960 * channels)
            .Select(i => (float)(8000 * Math.Sin(2 * Math.PI * 300 * (frame * 960 + i / channels) / 48_000)))], payload);
        RtpPacket.Write(datagram, new RtpHeader(97, false, (ushort)frame, (uint)frame * 960, 5), [], payload);
        return datagram;
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
