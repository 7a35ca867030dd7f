using Mongoose.Core.Units;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse;

/// <summary>A client and a server whose connection is open, without links: datagrams arrive at once.</summary>
internal sealed class VersePair
{
    private const int MaxDatagrams = 10_000;

    private readonly byte[] _datagram = new byte[2048];

    private VersePair(VerseConnection client, VerseConnection server) => (Client, Server) = (client, server);

    public VerseConnection Client { get; }
    public VerseConnection Server { get; }

    /// <param name="options">The options of both ends.</param>
    /// <param name="seed">Chooses the client's first ids.</param>
    public static VersePair Open(VerseOptions? options = null, ulong seed = 5)
    {
        VersePair pair = PartOpened(options ?? VerseOptions.Default, options ?? VerseOptions.Default, seed);
        Assert.That(pair.Client.Receive(pair.Next(pair.Server, Instant.Zero), Instant.Zero), Is.EqualTo(VerseError.None));
        Assert.That(pair.Client.State, Is.EqualTo(ConnectionPhase.Open));
        return pair;
    }

    /// <summary>The server is open; its first packet has not been made.</summary>
    public static VersePair PartOpened(VerseOptions clientOptions, VerseOptions serverOptions, ulong seed = 5)
    {
        byte[] datagram = new byte[2048], answer = new byte[2048], peer = [10, 0, 0, 1, 0x12, 0x34];
        VerseConnection client = VerseConnection.Connect(clientOptions, seed, Instant.Zero);
        VerseListener listener = new(serverOptions, 6);
        int length = client.TryMakePacket(Instant.Zero, datagram);
        listener.Receive(datagram.AsSpan(0, length), peer, Instant.Zero, answer, out int answerBytes);
        Assert.That(client.Receive(answer.AsSpan(0, answerBytes), Instant.Zero), Is.EqualTo(VerseError.None));
        length = client.TryMakePacket(Instant.Zero, datagram);
        VerseConnection? server = listener.Receive(datagram.AsSpan(0, length), peer, Instant.Zero, answer, out _);
        Assert.That(server, Is.Not.Null);
        return new VersePair(client, server!);
    }

    /// <summary>A pair whose server has these ids, which a listener would derive from the cookie.</summary>
    /// <param name="serverId">The id of RESPOND.</param>
    /// <param name="ackNakId">The AckNak id of RESPOND.</param>
    public static VersePair WithServerIds(uint serverId, uint ackNakId)
    {
        VerseConnection client = VerseConnection.Connect(VerseOptions.Default, 5, Instant.Zero);
        byte[] datagram = new byte[2048], respond = new byte[2048];
        Negotiation.TryRead(datagram.AsSpan(0, client.TryMakePacket(Instant.Zero, datagram)), out HandshakePacket request);
        new PacketHeader(HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Syn, ushort.MaxValue, serverId, ackNakId, 0).Write(respond);
        CommandWriter writer = new(respond.AsSpan(PacketHeader.Size));
        writer.Verdict(CommandKind.Ack, request.Header.PayloadId);
        Negotiation.WriteAnswer(ref writer, request, scale: 5, new byte[Negotiation.CookieBytes]);
        Assert.That(client.Receive(respond.AsSpan(0, PacketHeader.Size + writer.Length), Instant.Zero), Is.EqualTo(VerseError.None));
        Negotiation.TryRead(datagram.AsSpan(0, client.TryMakePacket(Instant.Zero, datagram)), out HandshakePacket partOpen);
        VersePair pair = new(client, VerseConnection.Accept(VerseOptions.Default, serverId, ackNakId, partOpen, Instant.Zero));
        pair.Exchange(Instant.Zero);
        return pair;
    }

    /// <summary>The datagram that an end makes now; empty if there is none. Valid until the next one.</summary>
    public Span<byte> Next(VerseConnection end, Instant now) => _datagram.AsSpan(0, end.TryMakePacket(now, _datagram));

    /// <summary>Both ends send what is due now.</summary>
    public void Exchange(Instant now)
    {
        for (int made = 0; ; made++)
        {
            Assert.That(made, Is.LessThan(MaxDatagrams), "they never come to rest");
            Span<byte> datagram = Next(Client, now);
            if (!datagram.IsEmpty)
                Server.Receive(datagram, now);
            else if (!(datagram = Next(Server, now)).IsEmpty)
                Client.Receive(datagram, now);
            else
                return;
        }
    }
}

/// <summary>The newest values that a connection has received.</summary>
internal sealed class ReceivedValues : IValueReceiver
{
    public Dictionary<ulong, byte[]> Values { get; } = [];

    void IValueReceiver.Changed(ulong key, ReadOnlySpan<byte> value) => Values[key] = value.ToArray();

    void IValueReceiver.Removed(ulong key) => Values.Remove(key);
}
