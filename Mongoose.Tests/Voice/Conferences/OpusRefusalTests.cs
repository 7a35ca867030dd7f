using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

public class OpusRefusalTests
{
    /// <summary>The first byte of a packet with one frame of 20 ms (RFC 6716 section 3.1).</summary>
    private const byte OneFrame = 1 << 3;

    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    [TestCase("opus")]
    [TestCase("PCMU")]
    [Category("Opus")]
    public void A_neighbour_without_a_decoder_is_sent_PCMU(string trunk)
    {
        if (!OpusLibrary.IsInstalled)
            Assert.Ignore(OpusLibrary.HowToInstall);
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Mixer("neighbour") with { Codec = trunk, Rule = "fixed", MaxStreams = 1 },
            ConferenceRig.Client("a", codec: "opus"), ConferenceRig.Client("b", codec: "opus"));
        FakeMixer neighbour = new(rig, mixer, 0, 9) { HasNoOpus = true };
        rig.Run(1.5);
        foreach (int speaker in new[] { 1, 2 })
        {
            RigClient client = new((uint)speaker, rig.Frame, AudioFormat.Opus, ConferenceRig.L16);
            rig.Speak(client, mixer, speaker, rig.Frame * 0.3);
            client.Say(SampleSpeech.Create(speaker, 48_000, speaker).Samples.ToArray());
        }
        rig.Run(3);
        List<TrunkStream> streams = [];
        foreach (byte[] datagram in neighbour.Audio)
        {
            Assert.That(TrunkReader.TryRead(datagram, out TrunkReader reader), Is.True);
            while (reader.TryNext(out TrunkStream stream, out _))
                streams.Add(stream);
        }
        Assert.That(streams, Has.Count.GreaterThan(90).And.All.Matches<TrunkStream>(stream => stream.Format == AudioFormat.Pcmu));
        Assert.That(streams.Select(stream => stream.IsMix).Distinct(), Is.EquivalentTo(new[] { true, false }));
    }

    [Test, Category("Opus")]
    public void A_mixer_without_a_decoder_refuses_the_streams_and_says_so([Values] bool hasOpus)
    {
        if (!OpusLibrary.IsInstalled)
            Assert.Ignore(OpusLibrary.HowToInstall);
        Hello? said = null;
        void Send(int peer, ReadOnlySpan<byte> datagram)
        {
            if (RtcpPacket.TryTake(ref datagram, out RtcpPacket packet) && TrunkControl.TryRead(packet, out Hello hello))
                said = hello;
        }
        ConferenceOptions options = new(Frame, 1, []) { CanDecode = format => hasOpus || format.Codec != AudioCodec.Opus };
        Instant now = Instant.FromSeconds(1);
        using Conference mixer = new(options, [ConferenceRig.Mixer("neighbour")], Send, now);
        mixer.Tick(now);
        byte[] datagram = new byte[1400];
        mixer.Received(0, datagram.AsSpan(0, TrunkControl.Write(datagram, 9, new Hello(9, said!.Value.Root, 1, 1, 20))), now);
        for (int frame = 0; frame < 50; frame++)
        {
            TrunkWriter writer = new(datagram, (ushort)frame, (uint)frame * 960, 9);
            writer.TryAdd(new TrunkStream(77, AudioFormat.Opus, 20, false, TrunkFade.None), [OneFrame, 0, 0]);
            mixer.Received(0, datagram.AsSpan(0, writer.Length), now);
            mixer.Tick(now += Frame);
        }
        Assert.Multiple(() =>
        {
            Assert.That(said!.Value.HasNoOpus, Is.EqualTo(!hasOpus));
            Assert.That(mixer.StateOf(0).Refused, hasOpus ? Is.Zero : Is.GreaterThan(40));
            Assert.That(mixer.StateOf(0).Heard, Is.EqualTo(hasOpus ? 1 : 0));
        });
    }
}
