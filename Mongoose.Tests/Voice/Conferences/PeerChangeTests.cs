using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>While one client does something odd, another one speaks to a third.</summary>
public class PeerChangeTests
{
    [TestCase("joins late", 3)]
    [TestCase("says BYE and goes on", 3)]
    [TestCase("changes its SSRC", 3)]
    [TestCase("changes its payload type", 3)]
    [TestCase("changes its clock rate", 3)]
    [TestCase("jumps in numbers and timestamps", 3)]
    [TestCase("sends 1000 SSRCs", 8)]
    public void What_a_client_does_disturbs_no_other(string what, int mostHeard)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("odd", codec: "L16/16000"), ConferenceRig.Client("b"),
            ConferenceRig.Client("listener", PeerForm.Separate), ConferenceRig.Client("c"));
        RigClient odd = rig.Attach(mixer, 0, 11, AudioFormat.Pcmu, new AudioFormat(AudioCodec.L16, 16_000, 1)),
            b = rig.Attach(mixer, 1, 12), listener = rig.Attach(mixer, 2, 13);
        short[] voice = b.SayNoise(10, 1);
        if (what != "joins late")
            odd.SayNoise(2, 2);
        rig.Run(1);
        Do(what, rig, mixer, odd);
        rig.Run(3);
        short[] again = odd.SayNoise(2, 3);
        int heard = mixer.StateOf(0).Heard;
        listener.Heard.Remove(odd.Ssrc);
        rig.Run(8);
        int[] ofB = ToInts(listener.Heard[b.Ssrc]);
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Residual(ofB, voice), Is.Zero, "the other voice");
            Assert.That(heard, Is.LessThanOrEqualTo(mostHeard));
            int[] ofOdd = ToInts(listener.Heard[odd.Ssrc]);
            Assert.That(ofOdd, Has.Length.InRange(15_900, 17_600), "the odd one is heard afterwards, two seconds");
            if (odd.Speaks.SampleRate == 8000)
                Assert.That(HeardVoices.Find(ofOdd, again), Is.GreaterThanOrEqualTo(0));
        });
    }

    [Test]
    public void A_client_that_restarts_ten_times_is_heard_each_time_within_a_second([Values(1, 8)] int maxSources)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a") with { MaxSources = maxSources }, ConferenceRig.Client("b"));
        RigClient a = rig.Attach(mixer, 0, 11), b = rig.Attach(mixer, 1, 12);
        Random random = new(5);
        for (int run = 0; run < 10; run++)
        {
            (a.Ssrc, a.Number, a.Timestamp) = ((uint)random.Next(), (ushort)random.Next(), (uint)random.Next());
            Instant start = rig.Now;
            a.SayNoise(1.5, run);
            rig.Run(1.5);
            Instant first = b.Packets.Where(packet => packet.At > start + Duration.FromMilliseconds(100)
                && packet.Samples.Any(sample => sample != 0)).Select(packet => packet.At).DefaultIfEmpty(Instant.Never).Min();
            Assert.That(first - start, Is.LessThan(Duration.FromSeconds(1)), $"run {run}");
        }
    }

    [Test]
    public void A_client_is_silent_before_its_first_datagram_and_again_after_some_seconds_without_one()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = rig.Attach(mixer, 0, 11);
        rig.Run(1);
        PeerStatus before = mixer.StateOf(0).Status;
        a.SayNoise(2, 1);
        rig.Run(12);
        PeerStatus inPause = mixer.StateOf(0).Status;
        rig.Run(10);
        PeerStatus gone = mixer.StateOf(0).Status;
        a.SayNoise(2, 2);
        rig.Run(1);
        Assert.That(new[] { before, inPause, gone, mixer.StateOf(0).Status },
            Is.EqualTo(new[] { PeerStatus.Silent, PeerStatus.Open, PeerStatus.Silent, PeerStatus.Open }));
    }

    [Test]
    public void Frames_at_the_end_of_speech_are_not_missing_but_lost_ones_are()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = rig.Attach(mixer, 0, 11);
        for (int spurt = 0; spurt < 5; spurt++)
        {
            a.SayNoise(0.5, spurt);
            rig.Run(1);
        }
        long afterSpurts = mixer.StateOf(0).Missing;
        a.SayNoise(0.5, 9);
        rig.Run(0.2);
        _ = a.NextPacket();
        rig.Run(1);
        Assert.Multiple(() =>
        {
            Assert.That(afterSpurts, Is.Zero);
            Assert.That(mixer.StateOf(0).Missing, Is.InRange(1, 2));
        });
    }

    private static int[] ToInts(List<HeardPacket> stream) =>
        stream.SelectMany(packet => packet.Samples).Select(sample => (int)sample).ToArray();

    private static void Do(string what, ConferenceRig rig, Conference mixer, RigClient odd)
    {
        switch (what)
        {
            case "says BYE and goes on":
                byte[] goodbye = new byte[100];
                int bytes = SenderReport.WriteReceiverReport(goodbye, odd.Ssrc, []);
                bytes += SourceDescription.WriteGoodbye(goodbye.AsSpan(bytes), odd.Ssrc);
                mixer.Received(0, goodbye.AsSpan(0, bytes), rig.Now);
                break;
            case "changes its SSRC":
                odd.Ssrc = 5000;
                break;
            case "changes its payload type":
                odd.SpeakAs(AudioFormat.Pcma);
                break;
            case "changes its clock rate":
                odd.SpeakAs(new AudioFormat(AudioCodec.L16, 16_000, 1));
                break;
            case "jumps in numbers and timestamps":
                (odd.Number, odd.Timestamp) = ((ushort)(odd.Number + 30_000), odd.Timestamp + 1_000_000_000);
                break;
            case "sends 1000 SSRCs":
                byte[] payload = new byte[160], datagram = new byte[200];
                for (uint ssrc = 0; ssrc < 1000; ssrc++)
                    mixer.Received(0,
                        datagram.AsSpan(0, RtpPacket.Write(datagram, new RtpHeader(0, false, 1, 1, 10_000 + ssrc), [], payload)), rig.Now);
                break;
        }
    }
}
