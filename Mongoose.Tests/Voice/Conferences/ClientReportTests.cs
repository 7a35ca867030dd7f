using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>The RTCP that a client is sent.</summary>
public class ClientReportTests
{
    [Test]
    public void A_sender_report_says_what_was_sent_and_when()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("listener", PeerForm.Separate), ConferenceRig.Client("speaker"));
        RigClient listener = rig.Attach(mixer, 0, 99), speaker = rig.Attach(mixer, 1, 50);
        speaker.SayNoise(10, 1);
        rig.Run(14);
        SenderReport[] reports =
            [.. Packets(listener).Where(packet => packet.Type == RtcpPacket.SenderReportType).Select(packet => Read(packet.Body))];
        HeardPacket[] heard = [.. listener.Heard[50]];
        Assert.That(reports, Has.Length.GreaterThanOrEqualTo(4).And.All.Matches<SenderReport>(report => report.Ssrc == 50));
        Assert.That((reports[^1].Packets, reports[^1].PayloadBytes), Is.EqualTo(((uint)heard.Length, (uint)heard.Length * 320)));
        double seconds = (reports[2].NtpTime - reports[1].NtpTime) / 4_294_967_296.0;
        Assert.That((reports[2].Timestamp - reports[1].Timestamp) / 8000.0, Is.EqualTo(seconds).Within(0.001));
        Assert.That(seconds, Is.EqualTo(2).Within(0.03));
    }

    [Test]
    public void A_goodbye_is_a_compound_with_the_name_of_each_stream_that_was_sent_lately()
    {
        using ConferenceRig rig = new();
        Conference mixer =
            rig.Add(1, ConferenceRig.Client("listener", PeerForm.Separate), ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient listener = rig.Attach(mixer, 0, 99), a = rig.Attach(mixer, 1, 50), b = rig.Attach(mixer, 2, 51);
        a.SayNoise(1, 1);
        rig.Run(40);
        b.SayNoise(1, 2);
        rig.Run(2);
        listener.Reports.Clear();
        mixer.Leave(rig.Now);
        rig.Run(0.001);
        (byte Type, byte[] Body)[] packets = [.. Packets(listener)];
        Assert.That(packets.Select(packet => packet.Type).ToArray(),
            Is.EqualTo(new[] { RtcpPacket.ReceiverReportType, RtcpPacket.SourceDescriptionType, RtcpPacket.GoodbyeType }));
        ReadOnlySpan<byte> names = packets[1].Body;
        Assert.That(SourceDescription.TryTake(ref names, out uint ssrc, out ReadOnlySpan<byte> name), Is.True);
        Assert.That((ssrc, System.Text.Encoding.UTF8.GetString(name)), Is.EqualTo((51u, "b")));
    }

    [Test]
    public void Of_many_voices_all_are_reported_in_turn()
    {
        using ConferenceRig rig = new();
        const int Voices = 40;
        Conference mixer = rig.Add(1, ConferenceRig.Client("crowd") with { MaxSources = Voices }, ConferenceRig.Client("b"));
        RigClient crowd = rig.Attach(mixer, 0, 1);
        RigClient[] others =
            [.. Enumerable.Range(2, Voices - 1).Select(ssrc => new RigClient((uint)ssrc, rig.Frame, ConferenceRig.L16, ConferenceRig.L16))];
        foreach (RigClient voice in others)
            rig.Speak(voice, mixer, 0, rig.Frame * 0.5);
        foreach (RigClient voice in (RigClient[])[crowd, .. others])
            voice.SayNoise(9, (int)voice.Ssrc, 100);
        rig.Run(9);
        uint[] reported = [.. Packets(crowd).Where(packet => packet.Type == RtcpPacket.ReceiverReportType)
            .SelectMany(packet => Blocks(packet.Body)).Distinct()];
        Assert.That(reported, Is.EquivalentTo(Enumerable.Range(1, Voices).Select(ssrc => (uint)ssrc)));
    }

    private static IEnumerable<uint> Blocks(byte[] body)
    {
        for (int at = 4; at + ReportBlock.Bytes <= body.Length; at += ReportBlock.Bytes)
            yield return ReportBlock.Read(body.AsSpan(at)).Ssrc;
    }

    private static SenderReport Read(byte[] body)
    {
        Assert.That(SenderReport.TryRead(body, out SenderReport report), Is.True);
        return report;
    }

    private static List<(byte Type, byte[] Body)> Packets(RigClient client)
    {
        List<(byte, byte[])> packets = [];
        foreach (byte[] datagram in client.Reports)
        {
            ReadOnlySpan<byte> rest = datagram;
            while (RtcpPacket.TryTake(ref rest, out RtcpPacket packet))
                packets.Add((packet.Type, packet.Body.ToArray()));
            Assert.That(rest.IsEmpty, Is.True);
        }
        return packets;
    }
}
