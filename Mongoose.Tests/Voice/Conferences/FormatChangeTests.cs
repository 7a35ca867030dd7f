using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

public class FormatChangeTests
{
    private const byte Pcmu = 0, Pcma = 8;

    [Test]
    public void A_format_that_alternates_with_each_packet_is_refused() =>
        Assert.That(Refused(number => number % 2 == 0 ? Pcmu : Pcma), Is.EqualTo(50));

    [Test]
    public void A_format_changes_with_its_second_packet() => Assert.That(Refused(number => number < 50 ? Pcmu : Pcma), Is.EqualTo(1));

    /// <summary>Packets of a hundred that are refused.</summary>
    private static long Refused(Func<int, byte> payloadTypeOf)
    {
        Instant now = Instant.FromSeconds(1);
        using Conference mixer =
            new(new ConferenceOptions(Duration.FromMilliseconds(20), 1, []), [ConferenceRig.Client("speaker")], (_, _) => { }, now);
        byte[] datagram = new byte[200], speech = new byte[160];
        for (int number = 0; number < 100; number++)
        {
            RtpHeader header = new(payloadTypeOf(number), false, (ushort)number, (uint)number * 160, 5);
            mixer.Received(0, datagram.AsSpan(0, RtpPacket.Write(datagram, header, [], speech)), now);
            mixer.Tick(now += Duration.FromMilliseconds(20));
        }
        return mixer.StateOf(0).Refused;
    }
}
