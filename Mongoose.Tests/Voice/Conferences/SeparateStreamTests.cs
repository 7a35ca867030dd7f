using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

public class SeparateStreamTests
{
    [Test]
    public void Each_voice_has_a_stream_with_its_own_SSRC()
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, RigClient listener) = Conference(rig, speakers: 3, maxStreams: 8);
        short[][] voices = speakers.Select((speaker, i) => speaker.SayNoise(2, i)).ToArray();
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(listener.Heard.Keys, Is.EquivalentTo(speakers.Select(speaker => speaker.Ssrc)));
            for (int i = 0; i < 3; i++)
                Assert.That(HeardVoices.Residual(ToInts(listener.Heard[speakers[i].Ssrc]), voices[i]), Is.Zero);
        });
    }

    [Test]
    public void The_rest_is_in_a_mix_that_has_its_own_SSRC_and_names_its_voices([Values(3, 20)] int speakers)
    {
        using ConferenceRig rig = new();
        (RigClient[] all, RigClient listener) = Conference(rig, speakers, maxStreams: 2);
        short[][] voices = all.Select((speaker, i) => speaker.SayNoise(2, i, 900)).ToArray();
        rig.Run(3);
        uint[] ssrcs = all.Select(speaker => speaker.Ssrc).ToArray();
        HeardPacket mixed = listener.Packets.Last(packet => packet.Contributors.Length > 0);
        Assert.Multiple(() =>
        {
            Assert.That(ssrcs, Does.Not.Contain(mixed.Header.Ssrc));
            Assert.That(mixed.Contributors, Has.Length.EqualTo(Math.Min(speakers - 1, 15)).And.SubsetOf(ssrcs));
            Assert.That(HeardVoices.Residual(listener.Sum(), voices), Is.Zero);
        });
    }

    [Test]
    public void Numbers_are_consecutive_in_each_stream_although_a_voice_was_in_the_mix_for_ten_seconds()
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, RigClient listener) = Conference(rig, speakers: 3, maxStreams: 2);
        short[] quiet = speakers[0].SayNoise(20, 1, 300);
        rig.Run(1); // It is alone before the others come.
        short[] first = speakers[1].SayNoise(10, 2, 8000), second = speakers[2].SayNoise(10, 3, 8000);
        rig.Run(20);
        Assert.Multiple(() =>
        {
            foreach (List<HeardPacket> stream in listener.Heard.Values)
            {
                Assert.That(stream.Zip(stream.Skip(1)),
                    Has.All.Matches<(HeardPacket A, HeardPacket B)>(pair => pair.B.Header.Number == (ushort)(pair.A.Header.Number + 1)));
                Assert.That(stream, Has.All.Matches<HeardPacket>(packet => packet.Header.Timestamp % 160 == 0));
            }
            Assert.That(HeardVoices.Residual(listener.Sum(), quiet, first, second), Is.Zero);
            HeardPacket[] marked = listener.Heard[speakers[0].Ssrc].Where(packet => packet.Header.IsMarked).ToArray();
            Assert.That(marked, Has.Length.EqualTo(2), "its first packet, and the first after the mix, have the marker");
            Assert.That(marked[1].At - marked[0].At, Is.GreaterThan(Duration.FromSeconds(10)));
        });
    }

    private static (RigClient[] Speakers, RigClient Listener) Conference(ConferenceRig rig, int speakers, int maxStreams)
    {
        PeerOptions listener = ConferenceRig.Client("listener", PeerForm.Separate) with { MaxStreams = maxStreams };
        Conference mixer = rig.Add(1, [listener, .. Enumerable.Range(1, speakers).Select(i => ConferenceRig.Client($"speaker {i}"))]);
        return (Enumerable.Range(1, speakers).Select(i => rig.Attach(mixer, i, (uint)(100 + i))).ToArray(), rig.Attach(mixer, 0, 99));
    }

    private static int[] ToInts(List<HeardPacket> stream) =>
        stream.SelectMany(packet => packet.Samples).Select(sample => (int)sample).ToArray();
}
