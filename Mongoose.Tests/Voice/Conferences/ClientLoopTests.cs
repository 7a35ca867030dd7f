using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>What was made here comes back from a client: from a program that sends back what it hears, or by a wrong address.</summary>
public class ClientLoopTests
{
    [Test]
    public void A_stream_that_comes_back_is_refused_and_the_client_is_shown_as_a_loop([Values] bool isMixedAgain)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, [.. "abcd".Select(name => ConferenceRig.Client($"{name}"))]);
        RigClient speaker = rig.Attach(mixer, 2, 13), listener = rig.Attach(mixer, 3, 14);
        rig.Listen(mixer, 0, (datagram, now) => mixer.Received(1, isMixedAgain ? Mixed(datagram) : datagram, now));
        rig.Run(0.5);
        short[] voice = speaker.SayNoise(0.5, 1);
        rig.Run(5);
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Residual(listener.Sum(), voice), Is.Zero, "once, and without an echo");
            Assert.That((mixer.StateOf(1).Status, mixer.StateOf(1).Heard), Is.EqualTo((PeerStatus.Loop, 0)));
            Assert.That(mixer.StateOf(1).Refused, Is.GreaterThan(200));
        });
    }

    [Test]
    public void Behind_a_loop_that_ends_the_client_is_heard()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, [.. "abc".Select(name => ConferenceRig.Client($"{name}"))]);
        bool isLoop = true;
        rig.Listen(mixer, 0, (datagram, now) =>
        {
            if (isLoop)
                mixer.Received(1, datagram, now);
        });
        RigClient listener = rig.Attach(mixer, 2, 14), client = new(20, rig.Frame, ConferenceRig.L16, ConferenceRig.L16);
        rig.Speak(client, mixer, 1, rig.Frame * 0.3);
        rig.Run(2);
        isLoop = false;
        short[] voice = client.SayNoise(2, 1);
        rig.Run(8);
        Assert.That(HeardVoices.Residual(listener.Sum(), voice), Is.Zero);
        Assert.That(mixer.StateOf(1).Status, Is.EqualTo(PeerStatus.Open));
    }

    /// <summary>
    /// The audio as another mixer sends it: with its own SSRC, and the one that it mixed as a contributing source (RFC 3550 section 7.1).
    /// </summary>
    private static byte[] Mixed(ReadOnlySpan<byte> datagram)
    {
        if (RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet))
            return datagram.ToArray();
        byte[] mixed = new byte[datagram.Length + 4];
        return mixed[..RtpPacket.Write(mixed, packet.Header with { Ssrc = 777 }, [packet.Header.Ssrc], packet.Payload)];
    }
}
