using Mongoose.Tests.Voice.Audio;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

public class FullPacketTests
{
    [SetUp]
    public void Require() => OpusLibraries.RequireNative();

    private const int Speakers = 16, MostMixBytes = 100; // 32 kbit/s in 20 ms, and a quarter more.

    /// <summary>
    /// Voices in Opus whose frames vary about those of the trunk: each is passed on all the time, or encoded anew all the time.
    /// </summary>
    [TestCase(32_000, true)]
    [TestCase(40_000, false)]
    [Category("Opus")]
    public void In_full_packets_no_voice_changes_between_passed_on_and_encoded_anew(int bitRate, bool isPassedOn)
    {
        using ConferenceRig rig = new();
        const int Voices = 15;
        Conference mixer = rig.Add(1,
            [ConferenceRig.Mixer("neighbour") with { Rule = "fixed", Codec = "opus" },
            .. Enumerable.Range(1, Voices).Select(i => ConferenceRig.Client($"{i}", codec: "opus"))]);
        FakeMixer neighbour = new(rig, mixer, 0, 9);
        rig.Run(1.5);
        HashSet<string> spoken = [];
        for (int i = 1; i <= Voices; i++)
        {
            RigClient speaker = new((uint)(100 + i), rig.Frame, AudioFormat.Opus, ConferenceRig.L16)
            {
                Spoke = payload =>
                spoken.Add(Convert.ToHexString(payload))
            };
            speaker.SpeakAs(AudioFormat.Opus, new OpusOptions(bitRate, 5));
            rig.Speak(speaker, mixer, i, rig.Frame * (0.05 * i));
            speaker.Say(SampleSpeech.Create(8, 48_000, i, 0.9).Samples.ToArray());
        }
        rig.Run(2);
        neighbour.Audio.Clear();
        long leftOut = mixer.StateOf(0).LeftOut;
        rig.Run(5);
        Assert.That(neighbour.Audio, Has.Count.EqualTo(250).Within(1));
        Assert.That(neighbour.Audio.SelectMany(StreamsOf).Select(spoken.Contains), Is.All.EqualTo(isPassedOn));
        Assert.That(mixer.StateOf(0).LeftOut - leftOut, Is.LessThan(Voices * 250 / 1000), "frames that do not fit");
    }

    private static List<string> StreamsOf(byte[] datagram)
    {
        List<string> streams = [];
        Assert.That(TrunkReader.TryRead(datagram, out TrunkReader reader), Is.True);
        while (reader.TryNext(out _, out ReadOnlySpan<byte> audio))
        {
            if (!audio.IsEmpty)
                streams.Add(Convert.ToHexString(audio));
        }
        return streams;
    }

    [Test, Category("Opus")]
    public void The_mix_has_room_in_each_full_packet_of_Opus()
    {
        using ConferenceRig rig = new();
        PeerOptions trunk = ConferenceRig.Mixer("neighbour") with { Rule = "fixed", Codec = "opus", MaxStreams = Speakers - 1 };
        Conference mixer = rig.Add(1, [trunk, .. Enumerable.Range(1, Speakers).Select(i => ConferenceRig.Client($"{i}"))]);
        FakeMixer neighbour = new(rig, mixer, 0, 9);
        RigClient[] speakers = Enumerable.Range(1, Speakers).Select(i => rig.Attach(mixer, i, (uint)(100 + i))).ToArray();
        rig.Run(2);
        foreach (RigClient speaker in speakers)
            speaker.SayNoise(3, (int)speaker.Ssrc);
        rig.Run(1);
        neighbour.Audio.Clear();
        rig.Run(1);
        int[] mixes = neighbour.Audio.Select(MixBytes).ToArray();
        Assert.That(mixes, Has.Length.GreaterThan(40).And.All.InRange(1, MostMixBytes));
    }

    /// <summary>The bytes of a packet's mix; -1 if it has none.</summary>
    private static int MixBytes(byte[] datagram)
    {
        Assert.That(TrunkReader.TryRead(datagram, out TrunkReader reader), Is.True);
        while (reader.TryNext(out TrunkStream stream, out ReadOnlySpan<byte> audio))
        {
            if (stream.IsMix && stream.Format == AudioFormat.Opus)
                return audio.Length;
        }
        return -1;
    }
}
