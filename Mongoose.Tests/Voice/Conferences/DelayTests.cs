using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

public class DelayTests
{
    private static readonly Duration Line = Duration.FromMilliseconds(30);

    [Test]
    public void A_new_voice_is_in_the_next_frame([Values(0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99)] double phase)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = Speaker(rig, mixer, 0, phase), b = rig.Attach(mixer, 1, 12);
        rig.Run(1);
        a.SayNoise(0.02, 1);
        rig.Run(1);
        Assert.That(FirstSound(b) - a.SentAt, Is.LessThanOrEqualTo(rig.Frame));
    }

    [Test]
    public void A_new_voice_is_heard_at_the_far_mixer_after_the_line_and_two_frames(
        [Values(0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99)] double phase)
    {
        using ConferenceRig rig = new();
        Conference near = rig.Add(1, ConferenceRig.Mixer("far"), ConferenceRig.Client("a")),
            far = rig.Add(2, ConferenceRig.Mixer("near"), ConferenceRig.Client("b"));
        rig.Connect(near, 0, far, 0, Line);
        RigClient a = Speaker(rig, near, 1, phase), b = rig.Attach(far, 1, 12);
        rig.Run(1);
        a.SayNoise(0.02, 1);
        rig.Run(1);
        Assert.That(FirstSound(b) - a.SentAt, Is.LessThanOrEqualTo(Line + rig.Frame * 2));
    }

    [Test]
    public void A_mixer_adds_at_most_40_ms_to_even_packets_with_2_ms_of_jitter(
        [Values(0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)] double phase)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("a"), ConferenceRig.Client("b"));
        RigClient a = Speaker(rig, mixer, 0, phase), b = rig.Attach(mixer, 1, 12);
        Random random = new(7);
        a.Jitter = () => Duration.FromMilliseconds(2) * random.NextDouble();
        short[] voice = a.SayNoise(20, 1);
        rig.Run(21);
        // The end of the voice shows the delay at the end.
        int[] heard = b.Sum();
        int at = heard.AsSpan().IndexOf(Array.ConvertAll(voice[^160..], sample => (int)sample));
        Assert.That(at, Is.GreaterThan(0), "the last packet is heard in one piece");
        uint first = b.Packets.Min(packet => packet.Header.Timestamp);
        Instant sent = b.Packets.First(packet => (int)(packet.Header.Timestamp - first) + 160 > at).At;
        Assert.That(sent - a.SentAt, Is.InRange(Duration.Zero, Duration.FromMilliseconds(40)));
        Assert.That(mixer.StateOf(0).Missing, Is.LessThanOrEqualTo(2), "the frames by which the delay grew");
    }

    private static RigClient Speaker(ConferenceRig rig, Conference mixer, int peer, double phase)
    {
        RigClient client = new(11, rig.Frame, ConferenceRig.L16, ConferenceRig.L16);
        rig.Speak(client, mixer, peer, rig.Frame * phase);
        return client;
    }

    private static Instant FirstSound(RigClient client) =>
        client.Packets.Where(packet => packet.Samples.Any(sample => sample != 0)).Select(packet => packet.At).DefaultIfEmpty(Instant.Never)
        .Min();
}
