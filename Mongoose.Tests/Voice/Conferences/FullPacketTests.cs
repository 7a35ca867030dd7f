using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

[Parallelizable(ParallelScope.All)]
public class FullPacketTests
{
    private const int Speakers = 16, MostMixBytes = 100; // 32 kbit/s in 20 ms, and a quarter more.

    [Test, Category("Opus")]
    public void The_mix_has_room_in_each_full_packet_of_Opus()
    {
        if (!OpusLibrary.IsInstalled)
            Assert.Ignore(OpusLibrary.HowToInstall);
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
