using Mongoose.Tests.Voice.Audio;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Numbers and SSRCs of separate streams over pauses, losses and collisions.</summary>
public class PausedStreamTests
{
    [Test]
    public void Numbers_and_counts_go_on_after_a_pause_of_any_length([Values(1, 40, 400)] int pause)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("listener", PeerForm.Separate), ConferenceRig.Client("speaker"));
        RigClient listener = rig.Attach(mixer, 0, 99), speaker = rig.Attach(mixer, 1, 50);
        speaker.SayNoise(2, 1);
        rig.Run(2.5 + pause);
        speaker.SayNoise(2, 2);
        rig.Run(5);
        HeardPacket[] packets = [.. listener.Heard[50]];
        Assert.That(packets.Select(packet => (ushort)(packet.Header.Number - packets[0].Header.Number)),
            Is.EqualTo(Enumerable.Range(0, packets.Length).Select(i => (ushort)i)));
        Assert.That(packets.Count(packet => packet.Header.IsMarked), Is.EqualTo(2));
        Assert.That(LastReport(listener).Packets, Is.EqualTo(packets.Length));
    }

    [Test, Category("Opus")]
    public void A_lost_packet_of_Opus_leaves_a_gap_in_the_numbers_so_that_the_listener_conceals_it()
    {
        OpusLibraries.RequireNative();
        using ConferenceRig rig = new();
        Conference mixer =
            rig.Add(1, ConferenceRig.Client("listener", PeerForm.Separate, "opus"), ConferenceRig.Client("speaker", codec: "opus"));
        List<RtpHeader> headers = [];
        rig.Listen(mixer, 0, (datagram, _) =>
        {
            if (!RtcpPacket.IsRtcp(datagram) && RtpPacket.TryRead(datagram, out RtpPacket packet))
                headers.Add(packet.Header);
        });
        RigClient speaker = new(11, rig.Frame, AudioFormat.Opus, ConferenceRig.L16);
        rig.Speak(speaker, mixer, 1, rig.Frame * 0.3);
        speaker.Say(new short[48_000 * 3]);
        rig.Run(1.5);
        _ = speaker.NextPacket();
        rig.Run(1);
        (uint Numbers, uint Ticks)[] steps =
            [.. headers.Zip(headers.Skip(1), (a, b) => ((uint)(ushort)(b.Number - a.Number), b.Timestamp - a.Timestamp))];
        Assert.That(steps.Distinct(), Is.EquivalentTo(new[] { (1u, 960u), (2u, 1920u) }));
    }

    [Test]
    public void A_client_that_speaks_is_sent_no_other_voice_with_its_own_SSRC([Values] bool speaksLater)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a", PeerForm.Separate), ConferenceRig.Client("b", PeerForm.Separate));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 11);
        short[] fromA = a.SayNoise(4, 1);
        if (speaksLater)
            rig.Run(1);
        b.SayNoise(3, 2);
        rig.Run(0.2);
        b.Heard.Clear();
        rig.Run(4);
        Assert.Multiple(() =>
        {
            Assert.That(a.Heard.Keys.Concat(b.Heard.Keys), Has.None.EqualTo(11).And.Exactly(2).Items);
            Assert.That(HeardVoices.Find(b.Sum(), fromA[16_000..]), Is.GreaterThan(0));
        });
    }

    private static SenderReport LastReport(RigClient listener)
    {
        SenderReport report = default;
        foreach (byte[] datagram in listener.Reports)
        {
            ReadOnlySpan<byte> rest = datagram;
            while (RtcpPacket.TryTake(ref rest, out RtcpPacket packet))
                report = packet.Type == RtcpPacket.SenderReportType && SenderReport.TryRead(packet.Body, out SenderReport read) ? read
                    : report;
        }
        return report;
    }
}
