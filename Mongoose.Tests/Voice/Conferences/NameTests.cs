using System.Text;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

public class NameTests
{
    private static readonly string Euros = new('\u20ac', 85), Smiles = string.Concat(Enumerable.Repeat("\U0001f600", 63));

    [Test]
    public void A_long_name_is_cut_at_63_bytes_between_characters()
    {
        Assert.Multiple(() =>
        {
            Assert.That(NameThatIsHeard(Encoding.UTF8.GetBytes(Euros)), Is.EqualTo(Euros[..21]));
            Assert.That(NameThatIsHeard(Encoding.UTF8.GetBytes(Smiles)), Is.EqualTo(Smiles[..30]), "each is 4 bytes and 2 chars");
            Assert.That(NameThatIsHeard(Encoding.UTF8.GetBytes(new string('a', 63))), Is.EqualTo(new string('a', 63)));
        });
    }

    [Test]
    public void A_name_that_is_not_UTF_8_is_refused() =>
        Assert.That(NameThatIsHeard(Enumerable.Repeat((byte)0xff, 255).ToArray(), refused: 1), Is.EqualTo("speaker"),
        "the client's name stays");

    [TestCase(1, 255)]
    [TestCase(2, 254)]
    [TestCase(3, 255)]
    [TestCase(4, 252)]
    public void A_description_writes_whole_characters(int bytesOfCharacter, int written)
    {
        string character = new[] { "a", "\u00e9", "\u20ac", "\U0001f600" }[bytesOfCharacter - 1];
        byte[] datagram = new byte[300],
            name = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(character, 100 + 256 / bytesOfCharacter)));
        SourceDescription.Write(datagram, 1, name);
        Assert.That(datagram[9], Is.EqualTo(written), "bytes of the name");
    }

    /// <summary>The name of a voice at another client, after a description with a CNAME.</summary>
    private static string NameThatIsHeard(byte[] cname, int refused = 0)
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Client("speaker"), ConferenceRig.Client("listener", PeerForm.Separate));
        RigClient speaker = rig.Attach(mixer, 0, 11), other = new(12, rig.Frame, ConferenceRig.L16, ConferenceRig.L16),
            listener = rig.Attach(mixer, 1, 13);
        rig.Speak(other, mixer, 0, rig.Frame * 0.5); // A client's only voice has the client's name.
        speaker.SayNoise(6, 1);
        other.SayNoise(6, 2);
        rig.Run(1);
        byte[] datagram = new byte[300];
        mixer.Received(0, datagram.AsSpan(0, SourceDescription.Write(datagram, speaker.Ssrc, cname)), rig.Now);
        rig.Run(4);
        Assert.That(mixer.StateOf(0).Refused, Is.EqualTo(refused));
        return listener.Reports.Select(report => NameIn(report, speaker.Ssrc)).Last(name => name is not null)!;
    }

    private static string? NameIn(ReadOnlySpan<byte> datagram, uint ssrc)
    {
        while (RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
        {
            ReadOnlySpan<byte> body = packet.Body;
            if (packet.Type == RtcpPacket.SourceDescriptionType
                && SourceDescription.TryTake(ref body, out uint of, out ReadOnlySpan<byte> name) && of == ssrc)
                return Encoding.UTF8.GetString(name);
        }
        return null;
    }
}
