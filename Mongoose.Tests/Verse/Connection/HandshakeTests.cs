using Mongoose.Core.Units;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

public sealed class HandshakeTests
{
    /// <summary>
    /// The client's first packet after that acknowledges RESPOND for good; without this, both ends would disagree on the server's first id.
    /// </summary>
    [TestCase(0, true)]
    [TestCase(1, false)]
    [TestCase(null, false)]
    public void A_PARTOPEN_opens_only_if_it_acknowledges_the_id_of_RESPOND(int? beyond, bool opens)
    {
        byte[] datagram = new byte[1452], answer = new byte[1452], peer = [10, 0, 0, 1, 0x12, 0x34];
        VerseListener listener = new(VerseOptions.Default, 6);
        int length = VerseConnection.Connect(VerseOptions.Default, 5, Instant.Zero).TryMakePacket(Instant.Zero, datagram);
        Negotiation.TryRead(datagram.AsSpan(0, length), out HandshakePacket request);
        listener.Receive(datagram.AsSpan(0, length), peer, Instant.Zero, answer, out int answerBytes);
        Negotiation.TryRead(answer.AsSpan(0, answerBytes), out HandshakePacket respond);
        length = WritePartOpen(datagram, request, respond, respond.Header.PayloadId + (uint?)beyond);
        Assert.That(listener.Receive(datagram.AsSpan(0, length), peer, Instant.Zero, answer, out _) is not null, Is.EqualTo(opens));
    }

    private static int WritePartOpen(Span<byte> datagram, in HandshakePacket request, in HandshakePacket respond, uint? acked)
    {
        const HeaderFlags flags = HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank;
        new PacketHeader(flags, ushort.MaxValue, request.Header.PayloadId + 1, 0, request.Header.PayloadId).Write(datagram);
        CommandWriter writer = new(datagram[PacketHeader.Size..]);
        if (acked is { } id)
            writer.Verdict(CommandKind.Ack, id);
        Negotiation.WriteOffer(ref writer, request.Scale);
        Negotiation.WriteCookie(ref writer, CommandKind.ConfirmLocal, respond.Cookie);
        return PacketHeader.Size + writer.Length;
    }
}
