using Mongoose.Core.Units;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>
/// The client's side of the handshake, after DCCP (RFC 4340, section 8.1): REQUEST, and when RESPOND has come PARTOPEN, which returns the
/// cookie. Both are repeated by a timer until the server's first packet acknowledges PARTOPEN.
/// </summary>
internal sealed class ClientHandshake
{
    /// <summary>After this many repetitions of PARTOPEN the cookie may have expired: the client begins again.</summary>
    private const int MaxPartOpens = 3;

    /// <summary>
    /// In Verse 2 it is 32 s: longer than a connection may take to open, so four lost packets in succession could prevent the connection.
    /// </summary>
    private const int MaxSpreadSeconds = 3;

    private readonly byte[] _cookie = new byte[Negotiation.CookieBytes];
    private SplitMix64 _random;
    private int _attempt;
    private Instant _firstSentAt = Instant.Never;

    public ClientHandshake(SplitMix64 random, Instant now)
    {
        _random = random;
        FirstId = (uint)_random.Next();
        NextSend = now;
    }

    /// <summary>The id of REQUEST; PARTOPEN has the next one, and the first packet with values the one after it.</summary>
    public uint FirstId { get; }

    public uint PartOpenId => unchecked(FirstId + 1);

    /// <summary>Whether the server has answered: PARTOPEN is sent instead of REQUEST.</summary>
    public bool IsAnswered { get; private set; }

    /// <summary>Whether the server has ever answered: its connection may be open although the client has begun again.</summary>
    public bool HasServer { get; private set; }

    /// <summary>The payload id of the last RESPOND.</summary>
    public uint ServerId { get; private set; }

    /// <summary>The shift of the server's windows.</summary>
    public int ServerScale { get; private set; }

    /// <summary>When the next packet is due.</summary>
    public Instant NextSend { get; private set; }

    /// <summary>The time from the first REQUEST to its answer; null if REQUEST was repeated, since the answer may be to either.</summary>
    public Duration? RoundTrip { get; private set; }

    /// <summary>Takes an answer to REQUEST.</summary>
    public VerseError OnRespond(in HandshakePacket packet, Instant now)
    {
        if (IsAnswered)
            return VerseError.Repeated;
        if (!packet.Header.Has(HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Syn) || !packet.HasAck || packet.Acked != FirstId)
            return VerseError.NotThisConnection;
        if (packet.Cookie.IsEmpty)
            return VerseError.BadCookie;
        packet.Cookie.CopyTo(_cookie);
        (ServerId, ServerScale) = (packet.Header.PayloadId, packet.Scale);
        if (_attempt == 1)
            RoundTrip = now - _firstSentAt;
        (HasServer, IsAnswered, _attempt, NextSend) = (true, true, 0, now);
        return VerseError.None;
    }

    /// <summary>Writes the packet that is due, and returns its length.</summary>
    public int Write(Span<byte> datagram, ushort window, int scale, uint ackNakId, Instant now)
    {
        if (IsAnswered && _attempt > MaxPartOpens)
            (IsAnswered, _attempt) = (false, 1);
        if (_firstSentAt == Instant.Never)
            _firstSentAt = now;
        // 1 s + random x min(3, 2^(k+1) - 1) s at attempt k.
        double spread = Math.Min(MaxSpreadSeconds, (1L << Math.Min(_attempt + 1, 6)) - 1);
        NextSend = now + Duration.FromSeconds(1 + _random.NextFraction() * spread);
        _attempt++;
        return IsAnswered ? WritePartOpen(datagram, window, scale, ackNakId) : WriteRequest(datagram, window, scale);
    }

    private int WriteRequest(Span<byte> datagram, ushort window, int scale)
    {
        new PacketHeader(HeaderFlags.Payload | HeaderFlags.Syn, window, FirstId, 0, 0).Write(datagram);
        CommandWriter writer = new(datagram[PacketHeader.Size..]);
        Negotiation.WriteOffer(ref writer, scale);
        return PacketHeader.Size + writer.Length;
    }

    private int WritePartOpen(Span<byte> datagram, ushort window, int scale, uint ackNakId)
    {
        const HeaderFlags flags = HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank;
        new PacketHeader(flags, window, PartOpenId, ackNakId, FirstId).Write(datagram);
        CommandWriter writer = new(datagram[PacketHeader.Size..]);
        writer.Verdict(CommandKind.Ack, ServerId);
        Negotiation.WriteOffer(ref writer, scale);
        writer.Negotiation(CommandKind.ConfirmRemote, Feature.WindowScale, [(byte)ServerScale]);
        Negotiation.WriteCookie(ref writer, CommandKind.ConfirmLocal, _cookie);
        return PacketHeader.Size + writer.Length;
    }
}
