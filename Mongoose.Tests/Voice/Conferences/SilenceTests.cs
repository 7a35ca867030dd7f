using System.Buffers.Binary;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

public class SilenceTests
{
    [Test]
    public void A_silent_voice_takes_no_slot_after_200_ms()
    {
        using ConferenceRig rig = new();
        Conference near =
            rig.Add(1, ConferenceRig.Mixer("far") with { Rule = "fixed" }, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
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

    /// <summary>Levels that packets say (RFC 6464) are known when the packets arrive: here half a second before they are played.</summary>
    [Test]
    public void The_end_of_a_voice_is_not_cut_although_its_level_is_known_before_it_is_played()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a") with { LevelExtension = 1 }, ConferenceRig.Client("b"));
        RigClient listener = rig.Attach(mixer, 1, 12);
        const int Loud = 156, Burst = 24;
        short[] voice = listener.Noise(Loud * 0.02, 1);
        for (int frame = 0; frame < 250; frame++)
        {
            byte[] datagram =
                WithLevel(frame, frame < Loud ? voice.AsSpan(frame * 160, 160) : new short[160], frame < Loud ? (byte)25 : (byte)90);
            rig.At(rig.Now + rig.Frame * ((frame / Burst + 1) * Burst + 0.3), () => mixer.Received(0, datagram, rig.Now));
        }
        rig.Run(8);
        Assert.That(listener.Sum().AsSpan().IndexOf(Array.ConvertAll(voice[^1600..], sample => (int)sample)), Is.GreaterThan(0));
    }

    private static byte[] WithLevel(int frame, ReadOnlySpan<short> samples, byte level)
    {
        byte[] datagram = new byte[RtpPacket.HeaderBytes + 8 + 320];
        RtpPacket.Write(datagram, new RtpHeader(97, false, (ushort)frame, (uint)frame * 160, 5), [], []);
        datagram[0] |= 0x10; // An extension of one word with the element 1 (RFC 8285 section 4.2).
        (datagram[12], datagram[13], datagram[15], datagram[16], datagram[17]) = (0xbe, 0xde, 1, 0x10, level);
        for (int i = 0; i < samples.Length; i++)
            BinaryPrimitives.WriteInt16BigEndian(datagram.AsSpan(20 + 2 * i), samples[i]);
        return datagram;
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
        Assert.That(b.Sum().AsSpan().IndexOf(Array.ConvertAll([.. voice, .. quiet], sample => (int)sample)), Is.GreaterThan(0),
            "with 160 ms after it");
    }
}
